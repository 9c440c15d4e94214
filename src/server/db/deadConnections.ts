import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often connections in use are looked at, in milliseconds. */
const lookEveryMs = 300
/** How long one may go on saying nothing once the database is back, in milliseconds. */
const graceMs = 200

/** A pool's connections to the database, and those of them that somebody waits on. */
export type Held = { open: Set<Socket>; inUse: Set<Socket> }

/**
 * Ends connections on which a database that was away still says nothing when it answers new ones: another machine may
 * have taken over, or the network comes to them last. Otherwise all would wait behind them, up to their time limit.
 * A connection that only waits for a lock is left alone, as the database was there all the time.
 * @returns how to stop looking
 */
export function endDeadConnections({ open, inUse }: Held, isThere: () => Promise<boolean>): () => void {
  const heardOn = (sockets: Iterable<Socket>) =>
    new Map(Array.from(sockets, (socket) => [socket, socket.bytesRead]))
  const stillSilent = (heard: ReadonlyMap<Socket, number>) =>
    [...heard].flatMap(([socket, bytes]) => (inUse.has(socket) && socket.bytesRead === bytes ? [socket] : []))
  let atLastLook = heardOn(inUse)
  /** Those that were open when the database was last found away; undefined since it is back. */
  let whileAway: Set<Socket> | undefined

  const look = async () => {
    const silent = stillSilent(atLastLook)
    atLastLook = heardOn(inUse)
    if (silent.length === 0 && !whileAway) return
    if (!(await isThere())) {
      whileAway = new Set(open)
      return
    }
    if (!whileAway) return
    const suspects = [...whileAway].filter((socket) => open.has(socket))
    whileAway = undefined
    // Of those that nobody waits on nothing is lost.
    for (const socket of suspects) if (!inUse.has(socket)) socket.destroy()
    const heard = heardOn(suspects.filter((socket) => inUse.has(socket)))
    await sleep(graceMs)
    for (const socket of stillSilent(heard)) socket.destroy()
  }
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
