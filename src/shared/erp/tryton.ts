import { z } from 'zod'
import { address } from './address.ts'

const name = z.string().trim().max(200)

/** What a link to Tryton is set up with. The password is kept apart, sealed. */
export const trytonSettings = z.object({
  /** Where Tryton listens, without the database. */
  url: address.transform((url) => url.replace(/\/+$/, '')),
  database: name.min(1),
  username: name.min(1),
  /** Names or numbers of the web shops that orders are booked under, one per currency; none: all there are. */
  shops: z.array(name.min(1)).max(20).default([]),
  /** Name or code of the warehouse that is sold from; empty: the web shop's own. */
  warehouse: name.default(''),
  /** The price lists that are fetched, each as one of our price groups; none: Tryton's list prices. */
  priceLists: z
    .array(z.object({ priceGroup: z.string().trim().max(30), priceList: name.min(1) }))
    .max(20)
    .default([]),
  /** How far an order is taken: offered, or bound with its shipment and invoice. */
  state: z.enum(['quotation', 'confirmed']).default('confirmed'),
  /** Whether a customer that Tryton does not know is made there; else such an order is refused. */
  createParties: z.boolean().default(true),
})
export type TrytonSettings = z.output<typeof trytonSettings>
