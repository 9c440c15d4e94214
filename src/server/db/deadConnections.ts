import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const checkIntervalMs = 300
/** Allowed silence once the database is back. */
const graceMs = 200

export type PoolSockets = { open: Set<Socket>; inUse: Set<Socket> }

/**
 * Destroys connections that stay silent after an outage, for example a failover; callers would wait for their
 * timeout. Lock waits are safe: there was no outage. Returns a stop function.
 */
export function endDeadConnections(
  { open, inUse }: PoolSockets,
  isReachable: () => Promise<boolean | undefined>,
): () => void {
  const bytesReadOf = (sockets: Iterable<Socket>) =>
    new Map(Array.from(sockets, (socket) => [socket, socket.bytesRead]))
  const stillSilent = (bytesBefore: ReadonlyMap<Socket, number>) =>
    [...bytesBefore].flatMap(([socket, bytes]) =>
      inUse.has(socket) && socket.bytesRead === bytes ? [socket] : [],
    )
  let bytesAtLastCheck = bytesReadOf(inUse)
  /** Open at the last outage; undefined once it is over. */
  let openWhileUnreachable: Set<Socket> | undefined

  const check = async () => {
    const silent = stillSilent(bytesAtLastCheck)
    bytesAtLastCheck = bytesReadOf(inUse)
    if (silent.length === 0 && !openWhileUnreachable) return
    const isThere = await isReachable()
    if (isThere === false) openWhileUnreachable = new Set(open)
    if (!isThere || !openWhileUnreachable) return
    const suspects = [...openWhileUnreachable].filter((socket) => open.has(socket))
    openWhileUnreachable = undefined
    for (const socket of suspects) if (!inUse.has(socket)) socket.destroy()
    const bytesBefore = bytesReadOf(suspects.filter((socket) => inUse.has(socket)))
    await sleep(graceMs)
    for (const socket of stillSilent(bytesBefore)) socket.destroy()
  }
  let checking: Promise<void> | undefined
  const timer = setInterval(() => {
    checking ??= check().finally(() => {
      checking = undefined
    })
  }, checkIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
