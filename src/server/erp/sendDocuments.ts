import { type ErpConnector, type ErpDocument, ErpError, type ErpOrder } from './connector.ts'
import type { Claimed } from './queue.ts'

/** What came of sending an order: all its documents as the ERP has them, or why not all of them are there. */
export type Sent = {
  orders: ErpOrder[]
  /** The ERP had all of them before. */
  wasThere: boolean
  error: ErpError | undefined
  /** Some of it may be in the ERP. */
  mayExist: boolean
}

/** How long an ERP may take over a document, and what a line adds to it, in milliseconds. */
export const patiencePerDocument = 60_000
export const patiencePerLine = 200

/**
 * Sends an order's documents one after the other; `patience` milliseconds for each, and some for each line. One that may be there already is
 * looked up first, by its key, and sent only where it is not.
 */
export async function sendDocuments(
  connector: ErpConnector,
  claimed: Claimed,
  patience: number,
): Promise<Sent> {
  const orders: ErpOrder[] = []
  let { mayExist } = claimed
  let pushed = 0
  let lookedAt = 0
  try {
    for (const document of claimed.documents) {
      lookedAt += 1
      const known = mayExist ? await findSame(connector, document, patience) : undefined
      if (known) {
        orders.push(known)
        continue
      }
      pushed += 1
      // An ERP works on an order line by line.
      const forLines = document.lines.length * patiencePerLine
      const order = await connector.push(document, AbortSignal.timeout(patience + forLines))
      refuseOther(document, order)
      orders.push(order)
      mayExist = true
    }
    return { orders, wasThere: pushed === 0, error: undefined, mayExist: false }
  } catch (error) {
    const why = erpErrorOf(error)
    const mayBeThere = stillMayExist(why, claimed, { isAnyThere: orders.length > 0, pushed, lookedAt })
    return { orders, wasThere: false, error: why, mayExist: mayBeThere }
  }
}

async function findSame(connector: ErpConnector, document: ErpDocument, patience: number) {
  const found = await connector.find(document.key, AbortSignal.timeout(patience))
  if (found) refuseOther(document, found)
  return found
}

function refuseOther(document: ErpDocument, order: ErpOrder): void {
  if (order.totalMinor === document.totalMinor && order.lineCount === document.lines.length) return
  const said = ({ totalMinor }: { totalMinor: number }) =>
    `${(totalMinor / 100).toFixed(2)} ${document.currencyCode}`
  const theirs = `${said(order)} in ${order.lineCount} lines`
  // A person has to look at both.
  throw new ErpError(
    'rejected',
    `The ERP has ${order.number} with other contents: ${theirs}, not ${said(document)} in ${document.lines.length}.`,
    '',
    true,
  )
}

/** What a connector throws beside its own errors is a fault in it: nobody knows how far it came. */
function erpErrorOf(error: unknown): ErpError {
  if (error instanceof ErpError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ErpError('unknown', message)
}

type Reached = { isAnyThere: boolean; pushed: number; lookedAt: number }

function stillMayExist(
  error: ErpError,
  { mayExist, documents }: Claimed,
  { isAnyThere, pushed, lookedAt }: Reached,
): boolean {
  if (error.isThere || isAnyThere || error.errorClass === 'unknown') return true
  // Down or refused at the door: what was unknown before is unknown still. Refused after all were looked up: it is not there.
  const areAllKnown = error.errorClass === 'rejected' && pushed > 0 && lookedAt === documents.length
  return mayExist && !areAllKnown
}
