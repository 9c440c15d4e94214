import { z } from 'zod'
import type { ErpDescription } from './form.ts'
import { headerFields } from './headerFields.ts'
import { baseAddress, booking, name } from './programParts.ts'

/** Filled by the connector. */
const own = [
  'id',
  'client_order_ref',
  'partner_id',
  'partner_shipping_id',
  'company_id',
  'warehouse_id',
  'pricelist_id',
  'currency_id',
  'order_line',
  'date_order',
  'state',
  'name',
]

/** For Odoo 17 or later. The API key is stored separately, encrypted. */
export const odooSettings = z.object({
  url: baseAddress,
  database: name.min(1),
  /** JSON-2 from 19; JSON-RPC in 17 and 18. */
  api: z.enum(['json2', 'jsonrpc']).default('json2'),
  /** The key's user; for JSON-RPC only. */
  username: name.default(''),
  /** Name or id; empty: the user's. */
  company: name.default(''),
  ...booking,
  fields: headerFields(own),
})
export type OdooSettings = z.output<typeof odooSettings>

export const odoo: ErpDescription = {
  settings: odooSettings,
  program: 'Odoo',
  fetches: ['customers', 'products', 'prices', 'stock'],
  isUnproven: true,
  place: ['url', 'database'],
  form: [
    {
      name: 'connection',
      fields: [
        { name: 'url', input: 'url', placeholder: 'https://example.odoo.com' },
        { name: 'database' },
        { name: 'api' },
        { name: 'username', shownIf: { api: 'jsonrpc' } },
        { name: 'secret' },
      ],
    },
    {
      name: 'booking',
      fields: [
        { name: 'company', input: 'name' },
        { name: 'warehouse', input: 'name' },
        { name: 'state' },
        { name: 'createParties' },
      ],
    },
    'priceLists',
    'fields',
  ],
}
