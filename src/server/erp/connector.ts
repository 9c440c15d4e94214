import { storableText } from '#server/storable.ts'
import type { ErpDocument, ErpParty } from '#shared/erp/document.ts'

/** A document as the ERP has it. Its total is without taxes. */
export type ErpOrder = { id: string; number: string; totalMinor: number; lineCount: number }

/**
 * A document that was looked up. `isUnfinished`: it is there, but no order, as where its making was cut off; a push decides
 * what becomes of it.
 */
export type FoundOrder = ErpOrder & { isUnfinished?: true }

/**
 * Why something did not work: `down` nothing reached the ERP, or it said itself that it did nothing; `auth` it lets us in
 * no more; `rejected` it understood and refused this document; `unknown` nobody can say whether it was done.
 */
export type ErpErrorClass = 'down' | 'auth' | 'rejected' | 'unknown'

/**
 * `message` says it in plain words, in English; `raw` is what the ERP said, cut to 10,000 characters, no secret in it.
 * `isThere`: the ERP refuses because it has the document already, with other contents. `made`: what the ERP calls the
 * document that it has said it made, whatever went wrong then; '' where it has said no such thing.
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
 * What is to be said where an ERP has said that it made a document, called so, and something went wrong then: unless the
 * error says that it is there, nobody knows.
 */
export function ofMade(error: unknown, made: string): unknown {
  if (!(error instanceof ErpError)) return error
  const { errorClass, message, raw, isThere } = error
  return new ErpError(isThere ? errorClass : 'unknown', message, raw, isThere, made)
}

/** What is wanted of the ERP at its own pace: a page of rows, and the cursor that continues behind it. */
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
/** What can still be sold of a product: in stock, less what the ERP has promised already. */
export type PulledStock = { productCode: string; available: number }
export type PulledProduct = { productCode: string; name: string; isActive: boolean }

/** What a connector can be asked for. */
export type ErpCapabilities = {
  pull: readonly ('customers' | 'products' | 'prices' | 'stock')[]
  /** Whether the ERP itself refuses a second document of the same key. */
  refusesTwice: boolean
  /** Whether documents can be looked up and listed: not where they are only handed over, as files are. */
  find: boolean
}

/**
 * The one thing that the queue, the sync and the reconciliation know of an ERP. Every method throws {@link ErpError} and
 * nothing else, ends by `signal`, and holds no connection of ours to the database while it waits.
 */
export type ErpConnector = {
  capabilities: ErpCapabilities
  /** Signs in and asks something small. Resolves with what the ERP calls itself. */
  health(signal: AbortSignal): Promise<string>
  find(key: string, signal: AbortSignal): Promise<FoundOrder | undefined>
  /** Makes the document. `rejected` and `down` promise that there is none, unless the error says that it is there. */
  push(document: ErpDocument, signal: AbortSignal): Promise<ErpOrder>
  /** The documents of ours that were made or changed since: for the reconciliation. `key` as it was pushed. */
  list?(since: Date, signal: AbortSignal): AsyncIterable<ErpOrder & { key: string }>
  customers?(cursor: string, signal: AbortSignal): Promise<Pulled<PulledCustomer>>
  products?(cursor: string, signal: AbortSignal): Promise<Pulled<PulledProduct>>
  prices?(cursor: string, signal: AbortSignal): Promise<Pulled<PulledPrice>>
  stock?(cursor: string, signal: AbortSignal): Promise<Pulled<PulledStock>>
  close(): Promise<void>
}

/** What a connector is opened with: the link's settings as they were saved, and its secret opened. */
export type ErpAccess = { settings: Record<string, unknown>; secret: string }
