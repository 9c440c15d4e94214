import { lazyPart } from '../lazy.ts'

/* What only few carts need. */

export const SellerFields = lazyPart(async () => (await import('./parts.ts')).SellerFields)
export const LineDiscount = lazyPart(async () => (await import('./parts.ts')).LineDiscount)
export const OverrideReason = lazyPart(async () => (await import('./parts.ts')).OverrideReason)
