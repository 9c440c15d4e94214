import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const checkIntervalMs = 300
/** How long a connection may stay silent after the database is back. */
const graceMs = 200

/** Sockets of a pool: open ones, and those in use. */
export type PoolSockets = { open: Set<Socket>; inUse: Set<Socket> }

/**
 * Destroys connections that stay silent after the database was unreachable and answers again, for example after a
 * failover. Otherwise callers would wait for their timeout. Connections that wait for a lock are safe, because the
 * database was reachable. Returns a function that stops the checks.
 */
export function endDeadConnections(
  { open, inUse }: PoolSockets,
  isReachable: () => Promise<boolean>,
): () => void {
  const bytesReadOf = (sockets: Iterable<Socket>) =>
    new Map(Array.from(sockets, (socket) => [socket, socket.bytesRead]))
  const stillSilent = (bytesBefore: ReadonlyMap<Socket, number>) =>
    [...bytesBefore].flatMap(([socket, bytes]) =>
      inUse.has(socket) && socket.bytesRead === bytes ? [socket] : [],
    )
  let bytesAtLastCheck = bytesReadOf(inUse)
  /** Sockets that were open when the database was last unreachable; undefined once it is back. */
  let openWhileUnreachable: Set<Socket> | undefined

  const check = async () => {
    const silent = stillSilent(bytesAtLastCheck)
    bytesAtLastCheck = bytesReadOf(inUse)
    if (silent.length === 0 && !openWhileUnreachable) return
    if (!(await isReachable())) {
      openWhileUnreachable = new Set(open)
      return
    }
    if (!openWhileUnreachable) return
    const suspects = [...openWhileUnreachable].filter((socket) => open.has(socket))
    openWhileUnreachable = undefined
    // Idle connections can be dropped safely.
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
