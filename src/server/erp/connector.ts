import { storableText } from '#server/storable.ts'
import type { ErpDocument, ErpParty } from '#shared/erp/document.ts'

/** A document in the ERP. The total excludes taxes. */
export type ErpOrder = { id: string; number: string; totalMinor: number; lineCount: number }

/**
 * `isUnfinished`: it exists but is not an order yet (an interrupted push) or not any more; a push decides what to do.
 */
export type FoundOrder = ErpOrder & { isUnfinished?: true }

/**
 * `down`: nothing reached the ERP, or it says it did nothing. `auth`: no access. `rejected`: it understood and
 * refused the document. `unknown`: it may or may not have acted.
 */
export type ErpErrorClass = 'down' | 'auth' | 'rejected' | 'unknown'

/**
 * `message` is plain English; `raw` is the ERP's answer, cut to 10,000 characters and without secrets. `isThere`:
 * refused because the ERP has the document with other contents. `made`: the number or id of the document the ERP said
 * it created, whatever failed later; '' otherwise.
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
}

/**
 * Converts an error that follows after the ERP reported a created document: the outcome is `unknown`, unless the
 * error says that the document exists.
 */
export function ofMade(error: unknown, made: string): unknown {
  if (!(error instanceof ErpError)) return error
  const { errorClass, message, raw, isThere } = error
  return new ErpError(isThere ? errorClass : 'unknown', message, raw, isThere, made)
}

/** A page of rows, and the cursor for the next. */
export type Pulled<Row> = { rows: Row[]; cursor: string; isLast: boolean }

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
/** Stock minus what the ERP has already promised. */
export type PulledStock = { productCode: string; available: number }
export type PulledProduct = { productCode: string; name: string; isActive: boolean }

export type ErpCapabilities = {
  pull: readonly ('customers' | 'products' | 'prices' | 'stock')[]
  /** Whether the ERP itself rejects a second document with the same key. */
  refusesTwice: boolean
  /** Whether documents can be found and listed; not so for files, which are only handed over. */
  find: boolean
}

/**
 * The interface to an ERP. Every method throws only {@link ErpError}, honours `signal`, and holds no database
 * connection while it waits.
 */
export type ErpConnector = {
  capabilities: ErpCapabilities
  /** Signs in and makes a small request. Resolves with the ERP's name and version. */
  health(signal: AbortSignal): Promise<string>
  find(key: string, signal: AbortSignal): Promise<FoundOrder | undefined>
  /** Creates the document. After `rejected` or `down` it does not exist, unless `isThere`. */
  push(document: ErpDocument, signal: AbortSignal): Promise<ErpOrder>
  /** Our documents created or changed since, for reconciliation. `key` is as pushed. */
  list?(since: Date, signal: AbortSignal): AsyncIterable<ErpOrder & { key: string }>
  customers?(cursor: string, signal: AbortSignal): Promise<Pulled<PulledCustomer>>
  products?(cursor: string, signal: AbortSignal): Promise<Pulled<PulledProduct>>
  prices?(cursor: string, signal: AbortSignal): Promise<Pulled<PulledPrice>>
  stock?(cursor: string, signal: AbortSignal): Promise<Pulled<PulledStock>>
  close(): Promise<void>
}

/** The link's saved settings and its decrypted secret. */
export type ErpAccess = { settings: Record<string, unknown>; secret: string }
