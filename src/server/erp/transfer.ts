import type { ErpDocument } from '#shared/erp/document.ts'
import type { ErpError, ErpOrder } from './connector.ts'

/** An order being sent by this process; it cannot change meanwhile. */
export type Claimed = {
  orderId: string
  orderNumber: string
  /** Includes the current one, from 1. */
  attempt: number
  /** Earlier attempts without an answer. */
  unanswered: number
  /** Must be looked up before sending. */
  mayExist: boolean
  /** What the ERP reported as created, by key. */
  made: Record<string, string>
  documents: ErpDocument[]
  /** Possibly in a previously linked ERP. */
  isElsewhere: boolean
}

/** All documents as the ERP has them, or the error. */
export type Sent = {
  orders: ErpOrder[]
  wasThere: boolean
  error: ErpError | undefined
  /** Something may be in the ERP. */
  mayExist: boolean
  /** What the ERP created or has, by key. */
  made: Record<string, string>
}

/** Time for a document, plus time per line. */
export const documentTimeoutMs = 60_000
export const lineTimeoutMs = 200
