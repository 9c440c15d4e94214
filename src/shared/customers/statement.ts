import { z } from 'zod'
import { answer, currencyCode, endpoint, optionalAccountCode } from '#shared/endpoint.ts'
import { documentKinds } from './reported.ts'

/** Older documents of the period are in the opening balance. */
export const maxStatementRows = 5000

const statementRow = z.object({
  kind: z.enum(documentKinds),
  number: z.string(),
  issuedOn: z.string(),
  dueOn: z.string().optional(),
  description: z.string(),
  /** Positive raises what the customer owes. */
  amount: z.number(),
  /** The part that is not settled. */
  openAmount: z.number(),
  isOverdue: z.boolean(),
})
export type StatementRow = z.infer<typeof statementRow>

const ofCurrency = z.object({
  currencyCode: z.string(),
  /** Balances before the first row and after the last. */
  opening: z.number(),
  closing: z.number(),
  overdue: z.number(),
  rows: z.array(statementRow.extend({ balance: z.number() })),
})
export type StatementOfCurrency = z.infer<typeof ofCurrency>

const paper = statementRow.extend({ currencyCode: z.string() })
export type StatementPaper = z.infer<typeof paper>

const statement = z.object({
  currAccCode: z.string(),
  currAccDescription: z.string(),
  from: z.string(),
  to: z.string(),
  /** When the balances were reported; absent if none were. */
  asOf: z.string().optional(),
  source: z.enum(['erp', 'file']).optional(),
  currencies: z.array(ofCurrency),
  /** Cheques and promissory notes that are not cashed, by due date. */
  papers: z.array(paper),
  /** There are more documents than {@link maxStatementRows}. */
  isCut: z.boolean(),
})
export type Statement = z.infer<typeof statement>

/** By default the last year, in all currencies. */
const input = z
  .object({
    currAccCode: optionalAccountCode,
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    currencyCode: currencyCode.optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], params: { key: 'field.invalid' } })
export type StatementAsked = z.output<typeof input>

export const getStatement = endpoint({
  call: 'GET /api/Account/GetStatement',
  summary:
    'Documents and payments of a customer by date and currency, with a running balance. Own account by default',
  access: 'signedIn',
  transaction: 'read',
  input,
  reply: answer(statement),
  errors: ['notFound'],
})

export const getStatementPdf = endpoint({
  call: 'GET /api/Account/GetStatementPdf',
  summary: 'The statement as a PDF, in the language of the request',
  access: 'signedIn',
  transaction: 'own',
  input,
  download: 'application/pdf',
  errors: ['notFound'],
})

export const getStatementExcel = endpoint({
  call: 'GET /api/Account/GetStatementExcel',
  summary: 'The statement as a workbook, in the language of the request',
  access: 'signedIn',
  transaction: 'own',
  input,
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: ['notFound'],
})
