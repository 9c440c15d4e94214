export { LineDiscount } from './LineDiscount.tsx'
export { OverrideReason } from './OverrideReason.tsx'
export { SellerFields } from './SellerFields.tsx'
