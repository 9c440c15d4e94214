import { z } from 'zod'
import { address } from './address.ts'
import type { ErpDescription } from './form.ts'

const name = z.string().trim().max(200)

/** The password is stored separately, encrypted. */
export const trytonSettings = z.object({
  /** Without the database. */
  url: address.transform((url) => url.replace(/\/+$/, '')),
  database: name.min(1),
  username: name.min(1),
  /** Names or ids of web shops, one per currency; empty: all. */
  shops: z.array(name.min(1)).max(20).default([]),
  /** Name or code; empty: the web shop's. */
  warehouse: name.default(''),
  /** Each fetched as one of our price groups; empty: Tryton's list prices. */
  priceLists: z
    .array(z.object({ priceGroup: z.string().trim().max(30), priceList: name.min(1) }))
    .max(20)
    .default([]),
  /** How far orders are taken. */
  state: z.enum(['confirmed', 'quotation']).default('confirmed'),
  /** Otherwise orders of unknown customers are refused. */
  createParties: z.boolean().default(true),
})
export type TrytonSettings = z.output<typeof trytonSettings>

export const tryton: ErpDescription = {
  settings: trytonSettings,
  program: 'Tryton',
  place: ['url', 'database'],
  form: [
    {
      name: 'connection',
      fields: [
        { name: 'url', input: 'url', placeholder: 'https://tryton.example.com' },
        { name: 'database' },
        { name: 'username' },
        { name: 'secret' },
      ],
    },
    {
      name: 'booking',
      fields: [
        { name: 'shops' },
        { name: 'warehouse', input: 'name' },
        { name: 'state' },
        { name: 'createParties' },
      ],
    },
    'priceLists',
  ],
}
