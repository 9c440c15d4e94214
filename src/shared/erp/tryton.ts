import { z } from 'zod'
import { syncKinds } from './erp.ts'
import type { ErpDescription } from './form.ts'
import { baseAddress, booking, name } from './programParts.ts'

/** The password is stored separately, encrypted. */
export const trytonSettings = z.object({
  /** Without the database. */
  url: baseAddress,
  database: name.min(1),
  username: name.min(1),
  /** Names or ids of web shops, one per currency; empty: all. */
  shops: z.array(name.min(1)).max(20).default([]),
  /** An empty warehouse is the web shop's; without price lists, Tryton's list prices are fetched. */
  ...booking,
})
export type TrytonSettings = z.output<typeof trytonSettings>

export const tryton: ErpDescription = {
  settings: trytonSettings,
  program: 'Tryton',
  fetches: syncKinds,
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
