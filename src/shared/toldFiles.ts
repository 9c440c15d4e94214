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

export const maxShownChanges = 10

const beforeAndAfter = { currency: z.string(), before: z.number(), after: z.number() }

const result = z.object({
  /** In the file, without totals. */
  rows: z.int(),
  /** That it tells something of. Those with a bad row are left out: a part of what they owe would be wrong. */
  customers: z.int(),
  /** Customers that an earlier file told of and this one does not. */
  forgotten: z.int(),
  ...trialShape(field),
  /** Of these customers and of those that are forgotten: what they owe, or the sum of their documents. */
  sums: z.array(z.object(beforeAndAfter)),
  /** The {@link maxShownChanges} largest. */
  changes: z.array(z.object({ currAccCode: z.string(), currAccDescription: z.string(), ...beforeAndAfter })),
  isApplied: z.boolean(),
})
export type ToldFileResult = z.infer<typeof result>

export const postToldFile = endpoint({
  call: 'POST /api/Account/PostBalances',
  summary:
    'What a file of balances or documents tells; with `apply` it replaces what earlier files told, if it has no problem. With `skipBad`, customers with a bad row keep what earlier files told',
  access: { pages: ['customers'] },
  transaction: 'own',
  files: { maxBytes: maxToldFileBytes, maxFiles: 1 },
  input: z.object({
    kind: z.enum(['balances', 'documents']),
    apply: flag.default(false),
    skipBad: flag.default(false),
  }),
  reply: answer(result),
  errors: ['request.invalid', 'request.tooLarge', 'import.unreadable'],
})
