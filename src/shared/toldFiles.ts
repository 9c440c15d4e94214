import { z } from 'zod'
import { answer, endpoint, flag } from './endpoint.ts'
import { trialShape } from './fileTrial.ts'
import type { MessageKey } from './i18n/keys.ts'

export const maxToldRows = 200_000
export const maxToldFileBytes = 16 * 1024 * 1024

/** Of files of balances and of documents. Debit and credit may stand for the amount. */
export const toldFileColumns = {
  currAccCode: 'panel.customer.code',
  currencyCode: 'order.currency',
  balance: 'credit.balance',
  overdue: 'credit.overdue',
  asOf: 'panel.told.asOf',
  kind: 'statement.kind',
  number: 'statement.number',
  issuedOn: 'statement.date',
  dueOn: 'statement.due',
  debit: 'statement.debit',
  credit: 'statement.credit',
  amount: 'order.amount',
  openAmount: 'statement.open',
  description: 'statement.description',
} as const satisfies Record<string, MessageKey>
export type ToldFileField = keyof typeof toldFileColumns
const field = z.enum(Object.keys(toldFileColumns) as [ToldFileField, ...ToldFileField[]])

export const toldFileKinds = {
  balances: ['currAccCode', 'currencyCode', 'balance', 'debit', 'credit', 'overdue', 'asOf'],
  documents: [
    'currAccCode',
    'kind',
    'number',
    'issuedOn',
    'dueOn',
    'currencyCode',
    'amount',
    'debit',
    'credit',
    'openAmount',
    'description',
  ],
} as const satisfies Record<string, readonly ToldFileField[]> as Record<
  'balances' | 'documents',
  readonly ToldFileField[]
>
export type ToldFileKind = keyof typeof toldFileKinds

const result = z.object({
  /** In the file. */
  rows: z.int(),
  /** That it tells something of. */
  customers: z.int(),
  /** Customers that an earlier file told of and this one does not. */
  forgotten: z.int(),
  ...trialShape(field),
  isApplied: z.boolean(),
})
export type ToldFileResult = z.infer<typeof result>

export const postToldFile = endpoint({
  call: 'POST /api/Account/PostBalances',
  summary:
    'What a file of balances or documents tells; with `apply` it replaces what earlier files told, if it has no problem',
  access: { pages: ['customers'] },
  transaction: 'own',
  files: { maxBytes: maxToldFileBytes, maxFiles: 1 },
  input: z.object({ kind: z.enum(['balances', 'documents']), apply: flag.default(false) }),
  reply: answer(result),
  errors: ['request.invalid', 'request.tooLarge', 'import.unreadable'],
})
