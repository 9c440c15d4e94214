import { z } from 'zod'
import { address } from './address.ts'
import { headerFields } from './headerFields.ts'

const name = z.string().trim().max(200)

/** Fields of sale.order that the connector fills. */
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

/** What a link to Odoo 17 or later is set up with. The API key is kept apart, sealed. */
export const odooSettings = z.object({
  /** Where Odoo answers, without a path of its own. */
  url: address.transform((url) => url.replace(/\/+$/, '')),
  database: name.min(1),
  /** JSON-2 is Odoo's from 19 on; 17 and 18 have JSON-RPC. */
  api: z.enum(['json2', 'jsonrpc']).default('json2'),
  /** Whose key it is; only JSON-RPC asks for it. */
  username: name.default(''),
  /** Name or number of the company that sells; empty: the user's own. */
  company: name.default(''),
  /** Name, short name or number of the warehouse that is sold from; empty: Odoo's choice. */
  warehouse: name.default(''),
  /** The price lists that orders are booked in and prices are fetched of, each as one of our price groups. */
  priceLists: z
    .array(z.object({ priceGroup: z.string().trim().max(30), priceList: name.min(1) }))
    .max(20)
    .default([]),
  /** How far an order is taken: a quotation, or a confirmed sales order with its deliveries. */
  state: z.enum(['quotation', 'confirmed']).default('confirmed'),
  /** Whether a customer that Odoo does not know is made there; else such an order is refused. */
  createParties: z.boolean().default(true),
  /** Further fields of the sales order. */
  fields: headerFields(own),
})
export type OdooSettings = z.output<typeof odooSettings>
