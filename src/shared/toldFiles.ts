import type { MessageKey } from './i18n/keys.ts'

export const maxToldFileBytes = 32 * 1024 * 1024

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
