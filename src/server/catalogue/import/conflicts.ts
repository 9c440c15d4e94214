import { errorCode } from '#server/db/error-code.ts'
import { ImportProblem } from './file/report.ts'

/** SQLSTATEs: unique, foreign key, deadlock, serialisation. */
const conflicts = new Set(['23505', '23503', '40P01', '40001'])

/**
 * Retries once after a conflict with a concurrent change.
 * @throws ImportProblem `busy` if that fails too.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retriesLeft = 1; ; retriesLeft -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!conflicts.has(errorCode(error) ?? '')) throw error
      if (retriesLeft === 0) throw new ImportProblem('busy', '', error)
    }
  }
}
