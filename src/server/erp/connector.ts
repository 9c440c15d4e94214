import { storableText } from '#server/db/storable.ts'
import type { ReportedBalance, ReportedDocument } from '#shared/customers/reported.ts'
import type { ErpDocument, ErpParty } from '#shared/erp/document.ts'
import type { RefusedReason } from '#shared/erp/erp.ts'
import type { ErpLink } from './link.ts'

/** Total without taxes. `taxMinor`: those that the ERP works out itself, if it tells. */
export type ErpOrder = {
  id: string
  number: string
  totalMinor: number
  taxMinor?: number | undefined
  lineCount: number
}

/** `isUnfinished`: exists, but is not an order (yet); the next push decides. */
export type StoredErpOrder = ErpOrder & { isUnfinished?: true }

/**
 * `down`: nothing was done. `auth`: no access. `rejected`: document refused. `unknown`: may or may not have been
 * done.
 */
export type ErpErrorClass = 'down' | 'auth' | 'rejected' | 'unknown'

/**
 * `message`: plain English. `raw`: the ERP's answer, cut, without secrets. `isThere`: the ERP has the document with
 * other contents. `made`: what the ERP said it created, or ''.
 */
export class ErpError extends Error {
  readonly errorClass: ErpErrorClass
  readonly raw: string
  readonly isThere: boolean
  readonly made: string
  constructor(errorClass: ErpErrorClass, message: string, raw = '', isThere = false, made = '') {
    super(storableText(message))
    this.errorClass = errorClass
    this.raw = storableText(raw.slice(0, 10_000))
    this.isThere = isThere
    this.made = storableText(made)
  }

  static is(error: unknown, ...classes: ErpErrorClass[]): error is ErpError {
    return error instanceof ErpError && classes.includes(error.errorClass)
  }

  /** The same, changed. */
  with(change: Partial<Pick<ErpError, 'errorClass' | 'message' | 'raw' | 'isThere' | 'made'>>): ErpError {
    const { errorClass, message, raw, isThere, made } = this
    const next = { errorClass, message, raw, isThere, made, ...change }
    return new ErpError(next.errorClass, next.message, next.raw, next.isThere, next.made)
  }
}

/** `refused`: rows that cannot be read, by name. */
export type Pulled<Row> = {
  rows: Row[]
  cursor: string
  isLast: boolean
  refused?: { name: string; reason: RefusedReason }[]
}

export type PulledCustomer = ErpParty & {
  isBlocked: boolean
  branches: { code: string; companyName: string; address: string }[]
}
export type PulledPrice = {
  productCode: string
  priceGroup: string
  currencyCode: string
  amountMinor: number
}
/** Stock minus promised quantities. */
export type PulledStock = { productCode: string; available: number }
/** What a customer owes. It replaces what was told before; without documents these stay. */
export type PulledBalance = {
  code: string
  /** ISO 8601; by default now. */
  asOf?: string | undefined
  /** None: nothing is owed. */
  balances: ReportedBalance[]
  documents?: ReportedDocument[] | undefined
  /** In the account's currency, null for none; absent if the ERP has no limits. */
  creditLimitMinor?: number | null | undefined
  paymentTerms?: string | undefined
}
export type PulledProduct = { productCode: string; name: string; isActive: boolean }

/** A page of rows from the cursor ('' for the first) on. */
type Pull<Row> = (cursor: string, signal: AbortSignal) => Promise<Pulled<Row>>
export type Pulls = {
  customers: Pull<PulledCustomer>
  products: Pull<PulledProduct>
  prices: Pull<PulledPrice>
  stock: Pull<PulledStock>
  balances: Pull<PulledBalance>
}

/** Methods throw only {@link ErpError}, honour `signal`, and hold no database connection meanwhile. */
export type ErpConnector = Partial<Pulls> & {
  /** Whether the ERP rejects duplicate keys. */
  refusesTwice: boolean
  /** Signs in. Resolves with the ERP's name and version. */
  health(signal: AbortSignal): Promise<string>
  find(key: string, signal: AbortSignal): Promise<StoredErpOrder | undefined>
  /** After `rejected` or `down` the document does not exist, unless `isThere`. */
  push(document: ErpDocument, signal: AbortSignal): Promise<ErpOrder>
  /** Created or changed since, for reconciliation. */
  list?(since: Date, signal: AbortSignal): AsyncIterable<ErpOrder & { key: string }>
  close(): Promise<void>
}

/** The secret is decrypted. */
export type ErpAccess = Pick<ErpLink, 'settings' | 'secret' | 'timeZone' | 'mainLanguage'>
