import type { ErrorCode } from '#shared/errors.ts'
import { CallFailed } from '#web/api.ts'

/** For the end of a call: what it refuses with this code is said beside the field that it is about. */
export function besideField(code: ErrorCode, field: string) {
  return (error: unknown): never => {
    if (!(error instanceof CallFailed) || error.code !== code) throw error
    throw new CallFailed(error.status, { code, Message: error.message, fields: { [field]: error.message } })
  }
}
