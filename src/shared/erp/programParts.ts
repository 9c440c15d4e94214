import { z } from 'zod'
import { address } from './address.ts'

/** Settings that several programs have. */
export const name = z.string().trim().max(200)
export const baseAddress = address.transform((url) => url.replace(/\/+$/, ''))

/** How orders are booked, and what they and fetched prices are of. */
export const booking = {
  /** Name, code or id; empty: the program's choice. */
  warehouse: name.default(''),
  /** For orders and fetched prices, each as one of our price groups. */
  priceLists: z
    .array(z.object({ priceGroup: z.string().trim().max(30), priceList: name.min(1) }))
    .max(20)
    .default([]),
  /** How far orders are taken. */
  state: z.enum(['confirmed', 'quotation']).default('confirmed'),
  /** Otherwise orders of unknown customers are refused. */
  createParties: z.boolean().default(true),
}
