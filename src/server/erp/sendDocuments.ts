import { storableText } from '#server/db/storable.ts'
import type { ErpDocument } from '#shared/erp/document.ts'
import { type ErpConnector, ErpError, type ErpOrder } from './connector.ts'

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

/**
 * Sends an order's documents one by one, with `timeoutMs` per document and some time per line. Documents that may
 * exist are looked up first and sent only if missing; one that the ERP reported as created but does not show is not
 * sent again.
 */
export async function sendDocuments(
  connector: ErpConnector,
  claimed: Claimed,
  timeoutMs: number,
): Promise<Sent> {
  const orders: ErpOrder[] = []
  const made: Record<string, string> = {}
  let { mayExist } = claimed
  let pushed = 0
  let lookedUp = 0
  try {
    for (const document of claimed.documents) {
      lookedUp += 1
      const saidMade = claimed.made[document.key]
      const mustLookUp = mayExist || saidMade !== undefined
      const found = mustLookUp
        ? await connector.find(document.key, AbortSignal.timeout(timeoutMs))
        : undefined
      if (!found && saidMade !== undefined) throw notShownError(saidMade)
      if (!found && claimed.isElsewhere) throw leftElsewhereError()
      const known = found && !found.isUnfinished ? found : undefined
      if (!known) pushed += 1
      const order = known ?? (await push(connector, document, timeoutMs))
      refuseOther(document, order)
      orders.push(order)
      made[document.key] = nameOf(order.number || order.id)
      mayExist = true
    }
    return { orders, wasThere: pushed === 0, error: undefined, mayExist: false, made }
  } catch (error) {
    const erpError = erpErrorOf(error)
    // After a change of ERP, a person has to look for all documents.
    const concerned = claimed.isElsewhere
      ? claimed.documents
      : claimed.documents.slice(lookedUp - 1, lookedUp)
    if (erpError.made !== '')
      for (const { key } of concerned) made[key] ??= claimed.made[key] ?? nameOf(erpError.made)
    const mayBeThere = stillMayExist(erpError, claimed, { isAnyThere: orders.length > 0, pushed, lookedUp })
    return { orders, wasThere: false, error: erpError, mayExist: mayBeThere, made }
  }
}

/** JSON in the database; cutting may split a surrogate pair. */
const nameOf = (text: string) => storableText(text.slice(0, 200))

/** ERPs take time per line. */
const push = (connector: ErpConnector, document: ErpDocument, timeoutMs: number) =>
  connector.push(document, AbortSignal.timeout(timeoutMs + document.lines.length * lineTimeoutMs))

/** If only the look-up fails, resending would duplicate it, so a person must confirm that it is gone. */
const notShownError = (made: string) =>
  new ErpError(
    'rejected',
    `The ERP said that it created this order (${made}), but does not show it. It is not sent again.`,
    '',
    true,
    made,
  )

/** The previous ERP may have it; only a person can look there. */
const leftElsewhereError = () =>
  new ErpError(
    'rejected',
    'It may be in the ERP that was connected before, and is not in this one. It is not sent again.',
    '',
    true,
    '?',
  )

function refuseOther(document: ErpDocument, order: ErpOrder): void {
  if (order.totalMinor === document.totalMinor && order.lineCount === document.lines.length) return
  const amountText = ({ totalMinor }: { totalMinor: number }) =>
    `${(totalMinor / 100).toFixed(2)} ${document.currencyCode}`
  const theirs = `${amountText(order)} in ${order.lineCount} lines`
  // A person has to compare them.
  throw new ErpError(
    'rejected',
    `The ERP has ${order.number} with different contents: ${theirs}, not ${amountText(document)} in ${document.lines.length}.`,
    '',
    true,
  )
}

/** Other errors are bugs in the connector: the outcome is unknown. */
function erpErrorOf(error: unknown): ErpError {
  if (error instanceof ErpError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ErpError('unknown', message)
}

type Reached = { isAnyThere: boolean; pushed: number; lookedUp: number }

function stillMayExist(
  error: ErpError,
  { mayExist, documents }: Claimed,
  { isAnyThere, pushed, lookedUp }: Reached,
): boolean {
  if (error.isThere || error.made !== '' || isAnyThere || error.errorClass === 'unknown') return true
  // After `down` or `auth`, unknown stays unknown. A rejection after all were looked up means it does not exist.
  const areAllKnown = error.errorClass === 'rejected' && pushed > 0 && lookedUp === documents.length
  return mayExist && !areAllKnown
}
