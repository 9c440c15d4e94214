import { z } from 'zod'
import { reportedBalance, reportedDocument } from '../customers/reported.ts'

/** The HTTP interface for any ERP (docs/erp-http.md). */

export const httpHealth = z.object({ name: z.string().describe('What the ERP calls itself') })
export const httpRefusal = z.object({ error: z.string().describe('Shown as it is: for a bookkeeper') })

export const httpOrder = z.object({
  id: z.string(),
  number: z.string().describe('What the office sees and searches by'),
  totalMinor: z.int(),
  taxMinor: z.int().optional().describe('VAT as the ERP works it out; may be left out'),
  lineCount: z.int(),
})
export const httpListedOrder = httpOrder.extend({ key: z.string() })

const branch = z.object({ code: z.string(), companyName: z.string(), address: z.string().default('') })
const optional = z.string().default('')

/** By path. */
export const httpRows = {
  customers: z.object({
    code: z.string(),
    description: z.string(),
    email: optional,
    phone: optional,
    taxNumber: optional,
    taxOffice: optional,
    address: optional,
    city: optional,
    country: optional,
    currencyCode: z.string(),
    isBlocked: z.boolean().default(false),
    branches: z.array(branch).default([]),
  }),
  products: z.object({ productCode: z.string(), name: z.string(), isActive: z.boolean().default(true) }),
  prices: z.object({
    productCode: z.string(),
    priceGroup: z.string(),
    currencyCode: z.string(),
    amountMinor: z.int().min(0),
  }),
  stock: z.object({ productCode: z.string(), available: z.number() }),
  balances: z.object({
    code: z.string(),
    asOf: z.iso.datetime({ offset: true }).optional().describe('By default when it is asked'),
    balances: z.array(reportedBalance),
    documents: z
      .array(reportedDocument)
      .optional()
      .describe('All since a date that the ERP chooses, and all open ones'),
    creditLimitMinor: z.int().min(0).nullable().optional(),
    paymentTerms: z.string().optional(),
  }),
}

/** `cursor`: the ERP's own position of the next rows. */
export function httpPage<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), cursor: z.string(), isLast: z.boolean() })
}

/** An agent forwards only these. */
export const httpPaths = [
  '/health',
  '/orders',
  '/orders/{key}',
  '/customers',
  '/products',
  '/prices',
  '/stock',
  '/balances',
] as const
