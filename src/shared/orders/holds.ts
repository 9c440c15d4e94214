import { z } from 'zod'

/**
 * Why an order waits for the office. `rate`: its amount cannot be compared with the limit, or a price with the floor price.
 * `floor`: a price is below the floor price, which customers are not told.
 */
export const holdKinds = [
  'limit',
  'rate',
  'overdue',
  'quantities',
  'discount',
  'floor',
  'firstOrder',
] as const

/**
 * `amount` in `currency`: over the limit by, or overdue; `currency` alone: has no exchange rate. `percent`: the largest
 * discount that was given, where `maxPercent` was allowed.
 */
export const holdReason = z.object({
  kind: z.enum(holdKinds),
  amount: z.number().optional(),
  currency: z.string().optional(),
  percent: z.number().optional(),
  maxPercent: z.number().optional(),
})
export type HoldReason = z.infer<typeof holdReason>

/** A line as it was before the office changed the order. */
const lineBefore = z.object({
  productId: z.string(),
  name: z.string(),
  qty: z.int(),
  unitPrice: z.number(),
  priceCurrencyCode: z.string(),
})
export type LineBefore = z.infer<typeof lineBefore>

export const hold = z.object({
  reasons: z.array(holdReason),
  heldAt: z.string(),
  /** Then it is cancelled. */
  keepsUntil: z.string(),
  /** The office's, when it returned the order; '' for none. */
  note: z.string(),
  /** As the customer had ordered; present if the office offers something else. */
  before: z.array(lineBefore).optional(),
})
export type Hold = z.infer<typeof hold>
