import { z } from 'zod'

/** Kinds of documents in a customer's statement. Cheques and notes are those that the customer gave. */
export const documentKinds = [
  'opening',
  'invoice',
  'creditNote',
  'payment',
  'cheque',
  'note',
  'other',
] as const
export type DocumentKind = (typeof documentKinds)[number]

const minor = z.int()

/** What an ERP or a file says that a customer owes. Amounts with VAT; positive: the customer owes. */
export const reportedBalance = z.object({
  currencyCode: z.string(),
  balanceMinor: minor,
  /** Null if it follows from the documents. */
  overdueMinor: minor.nullable().default(null),
  /** Orders that the ERP has and has not invoiced; null if it does not say. */
  openOrdersMinor: minor.nullable().default(null),
})
export type ReportedBalance = z.output<typeof reportedBalance>

export const reportedDocument = z.object({
  key: z.string().describe("The ERP's own name for it, of one customer"),
  kind: z.enum(documentKinds),
  number: z.string().default(''),
  issuedOn: z.iso.date(),
  dueOn: z.iso.date().nullable().default(null),
  currencyCode: z.string(),
  amountMinor: minor.describe('Positive raises what the customer owes'),
  openMinor: minor.default(0).describe('What of it is not settled; of cheques and notes, not cashed'),
  description: z.string().default(''),
})
export type ReportedDocument = z.output<typeof reportedDocument>
