import { availableParallelism } from 'node:os'
import type { Admit } from '#server/http/http.ts'
import { Refusal } from '#shared/errors.ts'

export type HashingTurn = Disposable & {
  /** Hashes one password after those before it. Once per turn. */
  run<Hashed>(hash: () => Promise<Hashed>): Promise<Hashed>
}

type Limits = { parallel: number; maxWaitMs: number }

/** Weight of the newest time in the moving average. */
const averageWeight = 0.1

/**
 * A bounded queue. A turn is taken before any other work of its call, so that a call that is refused has neither
 * counted a try nor used the database. Dispose of a turn that was not used.
 */
export function hashingTurns({ parallel, maxWaitMs }: Limits) {
  const waiting: (() => void)[] = []
  let takenTurns = 0
  let running = 0
  let recentHashMs = 0

  const begin = async () => {
    if (running < parallel) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const end = (tookMs: number) => {
    recentHashMs = recentHashMs === 0 ? tookMs : recentHashMs + (tookMs - recentHashMs) * averageWeight
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  /** @throws Refusal `server.busy` */
  const refuseLate = () => {
    const expectedWaitMs = takenTurns < parallel ? 0 : (takenTurns * recentHashMs) / parallel
    if (expectedWaitMs > maxWaitMs) throw new Refusal('server.busy')
  }

  return {
    refuseLate,
    /** @throws Refusal `server.busy` if the wait would be too long */
    take: (): HashingTurn => {
      refuseLate()
      takenTurns += 1
      let isTaken = true
      const leave = () => {
        if (isTaken) takenTurns -= 1
        isTaken = false
      }
      return {
        run: async (hash) => {
          await begin()
          const beganAt = performance.now()
          try {
            return await hash()
          } finally {
            end(performance.now() - beganAt)
            leave()
          }
        },
        [Symbol.dispose]: leave,
      }
    },
  }
}

/** One core stays free for everything else, and one of the four threads that files and compression use too. */
const turns = hashingTurns({
  parallel: Math.min(Math.max(availableParallelism() - 1, 1), 3),
  maxWaitMs: 2000,
})
export const takeHashingTurn = turns.take

/** Refuses a sign-in before its body is read and its address is counted, so that a storm costs little. */
export const admitSignIn: Admit = async () => turns.refuseLate()
