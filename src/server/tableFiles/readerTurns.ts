import { Refusal } from '#shared/errors.ts'

const retrySeconds = 5

type Owner = string | object

/** Limits parallel reads, for their memory: one per owner, mostly a tenant, and `maxParallel` per process. */
export function readerTurns(maxParallel: number) {
  const reading = new Set<Owner>()
  const waiting: { owner: Owner; begin: () => void }[] = []
  const isFree = (owner: Owner) => reading.size < maxParallel && !reading.has(owner)
  const hold = async <T>(owner: Owner, read: () => Promise<T>): Promise<T> => {
    reading.add(owner)
    try {
      return await read()
    } finally {
      reading.delete(owner)
      const next = waiting.findIndex((one) => isFree(one.owner))
      if (next >= 0) waiting.splice(next, 1)[0]?.begin()
    }
  }
  return {
    /**
     * Reads now.
     * @throws Refusal `import.reading` if a file of the owner is being read, `server.busy` at the limit.
     */
    orRefuse: async <T>(owner: Owner, read: () => Promise<T>): Promise<T> => {
      if (reading.has(owner)) throw new Refusal('import.reading', { seconds: retrySeconds })
      if (!isFree(owner)) throw new Refusal('server.busy', { seconds: retrySeconds })
      return hold(owner, read)
    },
    /** Queues if necessary; rejects with the signal's reason if aborted while waiting. */
    inTurn: <T>(owner: Owner, read: () => Promise<T>, signal: AbortSignal): Promise<T> => {
      if (isFree(owner)) return hold(owner, read)
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(turn), 1)
          reject(signal.reason)
        }
        const turn = {
          owner,
          begin: () => {
            signal.removeEventListener('abort', giveUp)
            // Synchronously, so that nobody else takes the slot.
            hold(owner, read).then(resolve, reject)
          },
        }
        waiting.push(turn)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
