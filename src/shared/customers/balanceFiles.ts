import { z } from 'zod'
import { answer, endpoint } from '#shared/endpoint.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { trialInput, trialShape } from '#shared/imports/fileTrial.ts'

export const maxBalanceFileRows = 200_000
export const maxBalanceFileBytes = 16 * 1024 * 1024

/** Columns of balance files and of document files. Debit and credit may stand for the amount. */
export const balanceFileColumns = {
  currAccCode: 'panel.customer.code',
  currencyCode: 'order.currency',
  balance: 'credit.balance',
  overdue: 'credit.overdue',
  asOf: 'panel.balances.asOf',
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
export type BalanceFileField = keyof typeof balanceFileColumns
const field = z.enum(Object.keys(balanceFileColumns) as [BalanceFileField, ...BalanceFileField[]])

export const balanceFileKinds = {
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
} as const satisfies Record<string, readonly BalanceFileField[]> as Record<
  'balances' | 'documents',
  readonly BalanceFileField[]
>
export type BalanceFileKind = keyof typeof balanceFileKinds

export const maxShownChanges = 10

const beforeAndAfter = { currency: z.string(), before: z.number(), after: z.number() }

const result = z.object({
  /** Rows in the file, without totals. */
  rows: z.int(),
  /** Customers in the file. Those with a bad row are left out: a part of what they owe would be wrong. */
  customers: z.int(),
  /** Customers that an earlier file had and this one does not. */
  forgotten: z.int(),
  ...trialShape(field),
  /** What these customers and the forgotten ones owe, or the sum of their documents, by currency. */
  sums: z.array(z.object(beforeAndAfter)),
  /** The {@link maxShownChanges} largest. */
  changes: z.array(z.object({ currAccCode: z.string(), currAccDescription: z.string(), ...beforeAndAfter })),
})
export type BalanceFileResult = z.infer<typeof result>

export const postBalanceFile = endpoint({
  call: 'POST /api/Account/PostBalances',
  summary:
    'What a file of balances or documents tells; with `apply` it replaces what earlier files told, if it has no problem. With `skipBad` confirmed, customers with a bad row keep what earlier files told',
  access: { pages: ['customers'] },
  transaction: 'own',
  files: { maxBytes: maxBalanceFileBytes, maxFiles: 1 },
  input: z.object({ kind: z.enum(['balances', 'documents']), ...trialInput }),
  reply: answer(result),
  errors: ['request.invalid', 'request.tooLarge', 'import.unreadable', 'import.reading', 'server.busy'],
})
