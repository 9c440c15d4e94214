import { Refusal } from '#shared/errors.ts'

const retrySeconds = 5

/** Limits parallel reads, for their memory: one per tenant and `maxParallel` per process. */
export function readerTurns(maxParallel: number) {
  const reading = new Set<string>()
  const waiting: { tenantId: string; begin: () => void }[] = []
  const isFree = (tenantId: string) => reading.size < maxParallel && !reading.has(tenantId)
  const hold = async <T>(tenantId: string, read: () => Promise<T>): Promise<T> => {
    reading.add(tenantId)
    try {
      return await read()
    } finally {
      reading.delete(tenantId)
      const next = waiting.findIndex((one) => isFree(one.tenantId))
      if (next >= 0) waiting.splice(next, 1)[0]?.begin()
    }
  }
  return {
    /**
     * Reads now.
     * @throws Refusal `import.reading` if a file of the tenant is being read, `server.busy` at the limit.
     */
    orRefuse: async <T>(tenantId: string, read: () => Promise<T>): Promise<T> => {
      if (reading.has(tenantId)) throw new Refusal('import.reading', { seconds: retrySeconds })
      if (!isFree(tenantId)) throw new Refusal('server.busy', { seconds: retrySeconds })
      return hold(tenantId, read)
    },
    /** Queues if necessary; rejects with the signal's reason if aborted while waiting. */
    inTurn: <T>(tenantId: string, read: () => Promise<T>, signal: AbortSignal): Promise<T> => {
      if (isFree(tenantId)) return hold(tenantId, read)
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(turn), 1)
          reject(signal.reason)
        }
        const turn = {
          tenantId,
          begin: () => {
            signal.removeEventListener('abort', giveUp)
            // Synchronously, so that nobody else takes the slot.
            hold(tenantId, read).then(resolve, reject)
          },
        }
        waiting.push(turn)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
