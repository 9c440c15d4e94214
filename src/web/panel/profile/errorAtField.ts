import type { ErrorCode } from '#shared/errors.ts'
import { CallFailed } from '#web/api.ts'

/** For `catch`: moves an error with this code to a field. */
export function errorAtField(code: ErrorCode, field: string) {
  return (error: unknown): never => {
    if (!(error instanceof CallFailed) || error.code !== code) throw error
    throw new CallFailed(error.status, { code, Message: error.message, fields: { [field]: error.message } })
  }
}
