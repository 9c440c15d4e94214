import { setTimeout as sleep } from 'node:timers/promises'
import { durationText } from '#server/durationText.ts'
import { errorCode } from './error-code.ts'
import { DatabaseAbsent } from './trouble.ts'

/**
 * How long reasons are gathered: PostgreSQL announces its end, then the connections break, and either may
 * arrive first.
 */
const gatherMs = 100
const askAgainMs = 500
/**
 * Connections that are lost while the database answers, as after a firewall's time limit, are reported once
 * in this time.
 */
const quietMs = 60_000

export type OutageWatch = {
  /** An idle connection has ended. */
  noteLost: (error: Error) => void
  /** Returns what the work returns, and notes if it fails because the database is absent. */
  during<T>(work: Promise<T>): Promise<T>
  close(): void
}

/** `say`: one line when the database goes away, with the reason, and one when it is back. */
export function watchOutages(
  isThere: () => Promise<boolean | undefined>,
  say: (line: string) => void,
): OutageWatch {
  let reason: Error | undefined
  let watching: Promise<void> | undefined
  let saidLostAt = Number.NEGATIVE_INFINITY
  let isLost = false
  const closing = new AbortController()

  const watch = async () => {
    const awayAt = performance.now()
    await sleep(gatherMs, undefined, { ref: false })
    if (closing.signal.aborted) return
    const wasThere = await isThere()
    if (wasThere !== false) {
      if (wasThere && isLost && performance.now() - saidLostAt > quietMs) {
        saidLostAt = performance.now()
        say(`Connections to the database were lost (${reasonText(reason)}); it answers.`)
      }
      return
    }
    if (!closing.signal.aborted) say(`The database does not answer: ${reasonText(reason)}.`)
    while (!closing.signal.aborted && (await isThere()) !== true)
      await sleep(askAgainMs, undefined, { ref: false })
    if (!closing.signal.aborted)
      say(`The database answers again, after ${durationText((performance.now() - awayAt) / 1000)}.`)
  }
  const suspect = (cause: Error) => {
    if (closing.signal.aborted) return
    if (rank(cause) > rank(reason)) reason = cause
    watching ??= watch().finally(() => {
      watching = undefined
      reason = undefined
      isLost = false
    })
  }
  return {
    noteLost: (error) => {
      isLost = true
      suspect(error)
    },
    during: async (work) => {
      try {
        return await work
      } catch (error) {
        if (error instanceof DatabaseAbsent) suspect(error.cause instanceof Error ? error.cause : error)
        throw error
      }
    },
    close: () => {
      closing.abort()
    },
  }
}

/** How much an error explains: what PostgreSQL itself says most, a mere end of the connection least. */
function rank(error: Error | undefined): number {
  if (!error) return 0
  const code = errorCode(error) ?? ''
  return code === '' ? 1 : /^\d/.test(code) ? 3 : 2
}

function reasonText(error: Error | undefined): string {
  const message = error?.message.replace(/\.$/, '') ?? 'no reason given'
  // If several addresses were tried, each has its own message; the first is given.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return message || errorCode(error) || 'no reason given'
}
