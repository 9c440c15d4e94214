import { z } from 'zod'
import { address } from './address.ts'
import { headerFields } from './headerFields.ts'

const name = z.string().trim().max(200)
const code = z.string().trim().max(30)

/** Fields of the order model that the connector fills. */
const own = [
  'ModelType',
  'CustomerCode',
  'InternalDescription',
  'OrderDate',
  'OfficeCode',
  'StoreCode',
  'WarehouseCode',
  'DocCurrencyCode',
  'IsCompleted',
  'Lines',
  'SumLines',
]

/** Its name, perhaps with its schema and database: `dbo.usp_ToptanStock`. Empty: it is not fetched. */
const procedure = z
  .string()
  .trim()
  .max(128)
  .regex(/^[\w.[\]]*$/)

/** What a link to the Integrator of Nebim V3 is set up with. The password is kept apart, sealed. */
export const nebimSettings = z.object({
  /** Where the Integrator answers, without `/IntegratorService`. */
  url: address.transform((url) => url.replace(/\/+$/, '').replace(/\/IntegratorService$/i, '')),
  userGroup: name.min(1),
  username: name.min(1),
  database: name.min(1),
  /** Code of the office that sells. */
  office: code.min(1),
  /** Code of the store, where orders are taken for one. */
  store: code.default(''),
  /** Code of the warehouse that is sold from. */
  warehouse: code.default(''),
  /** Whether a lot is a line of its sizes' own (`SumLines`), or a line as any other, of an item of its own. */
  lots: z.enum(['lines', 'sumLines']).default('sumLines'),
  /** The procedures of docs/nebim.md, as they are called in this installation. */
  procedures: z
    .object({
      /** Looks orders up by our key: needed. */
      orders: procedure.min(1).default('usp_ToptanOrders'),
      customers: procedure.default(''),
      products: procedure.default(''),
      prices: procedure.default(''),
      stock: procedure.default(''),
    })
    .prefault({}),
  /** Further fields of the order. */
  fields: headerFields(own),
})
export type NebimSettings = z.output<typeof nebimSettings>
