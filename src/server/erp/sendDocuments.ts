import { storableText } from '#server/storable.ts'
import type { ErpDocument } from '#shared/erp/document.ts'
import { type ErpConnector, ErpError, type ErpOrder } from './connector.ts'
import { type Claimed, lineTimeoutMs, type Sent } from './transfer.ts'

/**
 * Sends an order's documents one after the other; `timeoutMs` for each document and some time for each line. One that may be there already is
 * looked up first, by its key, and sent only where it is not; one that the ERP said it made, and does not show, is not sent.
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
  let lookedAt = 0
  try {
    for (const document of claimed.documents) {
      lookedAt += 1
      const saidMade = claimed.made[document.key]
      const isAsked = mayExist || saidMade !== undefined
      const found = isAsked ? await connector.find(document.key, AbortSignal.timeout(timeoutMs)) : undefined
      if (!found && saidMade !== undefined) throw notShown(saidMade)
      if (!found && claimed.isElsewhere) throw leftElsewhere()
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
    const why = erpErrorOf(error)
    // Of what may be elsewhere a person looks for all of it.
    const concerned = claimed.isElsewhere
      ? claimed.documents
      : claimed.documents.slice(lookedAt - 1, lookedAt)
    if (why.made !== '') for (const { key } of concerned) made[key] ??= claimed.made[key] ?? nameOf(why.made)
    const mayBeThere = stillMayExist(why, claimed, { isAnyThere: orders.length > 0, pushed, lookedAt })
    return { orders, wasThere: false, error: why, mayExist: mayBeThere, made }
  }
}

/** As the database keeps it in JSON, whatever the ERP said: a pair of surrogates may be cut in two. */
const nameOf = (said: string) => storableText(said.slice(0, 200))

/** An ERP works on an order line by line. */
const push = (connector: ErpConnector, document: ErpDocument, timeoutMs: number) =>
  connector.push(document, AbortSignal.timeout(timeoutMs + document.lines.length * lineTimeoutMs))

/** Sent again it would be there twice, if it is only the look-up that fails: a person has to say that it is gone. */
const notShown = (made: string) =>
  new ErpError(
    'rejected',
    `The ERP said that it created this order (${made}), but does not show it. It is not sent again.`,
    '',
    true,
    made,
  )

/** Another ERP may have it: only a person can look there. */
const leftElsewhere = () =>
  new ErpError(
    'rejected',
    'It may be in the ERP that was connected before, and is not in this one. It is not sent again.',
    '',
    true,
    '?',
  )

function refuseOther(document: ErpDocument, order: ErpOrder): void {
  if (order.totalMinor === document.totalMinor && order.lineCount === document.lines.length) return
  const said = ({ totalMinor }: { totalMinor: number }) =>
    `${(totalMinor / 100).toFixed(2)} ${document.currencyCode}`
  const theirs = `${said(order)} in ${order.lineCount} lines`
  // A person has to look at both.
  throw new ErpError(
    'rejected',
    `The ERP has ${order.number} with different contents: ${theirs}, not ${said(document)} in ${document.lines.length}.`,
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
  if (error.isThere || error.made !== '' || isAnyThere || error.errorClass === 'unknown') return true
  // Down or refused at the door: what was unknown before is unknown still. Refused after all were looked up: it is not there.
  const areAllKnown = error.errorClass === 'rejected' && pushed > 0 && lookedAt === documents.length
  return mayExist && !areAllKnown
}
