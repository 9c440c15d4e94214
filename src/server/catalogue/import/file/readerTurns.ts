import { Refusal } from '#shared/errors.ts'

/** Seconds after which another try makes sense: most files are read in less. */
const retrySeconds = 5

/**
 * How many files are read at once: one of a tenant, so that no one's uploads take the memory of all, and `most` of the
 * process.
 */
export function readerTurns(most: number) {
  const reading = new Set<string>()
  const waiting: { tenantId: string; begin: () => void }[] = []
  const isFree = (tenantId: string) => reading.size < most && !reading.has(tenantId)
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
     * Reads at once.
     * @throws Refusal `import.reading` while a file of the tenant is read, `server.busy` while enough others are.
     */
    orRefuse: async <T>(tenantId: string, read: () => Promise<T>): Promise<T> => {
      if (reading.has(tenantId)) throw new Refusal('import.reading', { seconds: retrySeconds })
      if (!isFree(tenantId)) throw new Refusal('server.busy', { seconds: retrySeconds })
      return hold(tenantId, read)
    },
    /** Reads as soon as there is a turn; rejects with the signal's reason when that is given up before. */
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
            // Taken before anybody else can ask for it.
            hold(tenantId, read).then(resolve, reject)
          },
        }
        waiting.push(turn)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
