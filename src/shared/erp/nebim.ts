import { z } from 'zod'
import { address } from './address.ts'
import type { ErpDescription } from './form.ts'
import { headerFields } from './headerFields.ts'
import { name } from './programParts.ts'

const code = z.string().trim().max(30)

/** Filled by the connector. */
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

/** Optionally with schema and database, as `dbo.usp_ToptanStock`. Empty: not fetched. */
const procedure = z
  .string()
  .trim()
  .max(128)
  .regex(/^[\w.[\]]*$/)

/** The password is stored separately, encrypted. */
export const nebimSettings = z.object({
  /** Without `/IntegratorService`. */
  url: address.transform((url) => url.replace(/\/+$/, '').replace(/\/IntegratorService$/i, '')),
  userGroup: name.min(1),
  username: name.min(1),
  database: name.min(1),
  /** The selling office. */
  office: code.min(1),
  store: code.default(''),
  /** Sold from. */
  warehouse: code.default(''),
  /** A lot as `SumLines` of its sizes, or as a normal line with its own item. */
  lots: z.enum(['sumLines', 'lines']).default('sumLines'),
  /** Names of the procedures in docs/nebim.md. */
  procedures: z
    .object({
      /** Looks up orders by our key: required. */
      orders: procedure.min(1).default('usp_ToptanOrders'),
      customers: procedure.default(''),
      products: procedure.default(''),
      prices: procedure.default(''),
      stock: procedure.default(''),
    })
    .prefault({}),
  fields: headerFields(own),
})
export type NebimSettings = z.output<typeof nebimSettings>

export const nebim: ErpDescription = {
  settings: nebimSettings,
  program: 'Nebim V3',
  fetches: ['customers', 'products', 'prices', 'stock'],
  isUnproven: true,
  place: ['url', 'database'],
  form: [
    {
      name: 'connection',
      fields: [
        { name: 'url', input: 'url', placeholder: 'https://nebim.example.com:1515' },
        { name: 'database' },
        { name: 'userGroup' },
        { name: 'username' },
        { name: 'secret' },
      ],
    },
    {
      name: 'booking',
      fields: [{ name: 'office' }, { name: 'store' }, { name: 'warehouse' }, { name: 'lots' }],
    },
    {
      name: 'procedures',
      fields: [
        { name: 'procedures.orders', isRequired: true },
        { name: 'procedures.customers' },
        { name: 'procedures.products' },
        { name: 'procedures.prices' },
        { name: 'procedures.stock' },
      ],
    },
    'fields',
  ],
}
