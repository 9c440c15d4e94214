import type { ErpDocument } from '#shared/erp/document.ts'
import type { ErpError, ErpOrder } from './connector.ts'

/** An order that this process sends now. Nobody changes it meanwhile. */
export type Claimed = {
  orderId: string
  orderNumber: string
  /** This try counted, from 1. */
  attempt: number
  /** How many of its tries before were sent, and got no answer. */
  unanswered: number
  /** It may be in the ERP already: look before sending. */
  mayExist: boolean
  /** What the ERP said at earlier tries that it made, by key, as it calls them. */
  made: Record<string, string>
  documents: ErpDocument[]
  /** What may exist may be in another ERP, that was linked before. */
  isElsewhere: boolean
}

/** What came of sending an order: all its documents as the ERP has them, or why not all of them are there. */
export type Sent = {
  orders: ErpOrder[]
  /** The ERP had all of them before. */
  wasThere: boolean
  error: ErpError | undefined
  /** Some of it may be in the ERP. */
  mayExist: boolean
  /** What the ERP says that it has made or has, by key, as it calls them. */
  made: Record<string, string>
}

/** How long an ERP may take over a document, and what a line adds to it, in milliseconds. */
export const documentTimeoutMs = 60_000
export const lineTimeoutMs = 200
