import { errorCode } from '#server/db/error-code.ts'
import { ImportProblem } from './file/report.ts'

/** Somebody else's change came in between: a conflict, a deadlock, a foreign key, or a serialisation failure. */
const conflicts = new Set(['23505', '23503', '40P01', '40001'])

/** Tries a transaction once more where somebody else's change came in between: nothing of the first try remains. */
export async function onceMore<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 1; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!conflicts.has(errorCode(error) ?? '')) throw error
      if (left === 0) throw new ImportProblem('busy', '', error)
    }
  }
}
