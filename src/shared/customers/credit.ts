import { z } from 'zod'
import { answer, endpoint, id, optionalAccountCode } from '#shared/endpoint.ts'

/** What happens to orders of a customer with overdue debts. */
export const overdueActions = ['ignore', 'warn', 'hold', 'refuse'] as const
export type OverdueAction = (typeof overdueActions)[number]

/** In the account's currency; what the customer owes is positive. */
export const credit = z.object({
  currencyCode: z.string(),
  /** Absent for none. */
  limit: z.number().optional(),
  balance: z.number(),
  /** Ordered and not in the balance yet, with VAT where it is known. */
  openOrders: z.number(),
  /** limit − balance − open orders. */
  available: z.number().optional(),
  overdue: z.number(),
  /** When the balance was reported; absent if it never was. */
  asOf: z.string().optional(),
  whenOverdue: z.enum(overdueActions),
  paymentTerms: z.string(),
  /** Currencies without an exchange rate, whose amounts are not counted. */
  missing: z.array(z.string()),
  /** Units of the account's currency for one of another. */
  rates: z.array(z.object({ currency: z.string(), rate: z.number() })),
})
export type Credit = z.infer<typeof credit>

export const getCredit = endpoint({
  call: 'GET /api/Shop/GetCredit',
  summary: 'What a customer owes, has ordered, and may still order. Own account by default',
  access: 'signedIn',
  transaction: 'read',
  input: z.object({
    currAccCode: optionalAccountCode,
    /** Key of an order that is not counted, because it is being changed. */
    guidKey: id.optional(),
  }),
  /** Absent without an account. */
  reply: answer(z.object({ credit: credit.optional() })),
  errors: ['notFound'],
})
