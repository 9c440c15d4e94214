import type { ErrorCode } from '#shared/errors.ts'
import { api, CallFailed } from '#web/api.ts'
import { useRecordQuery } from '../form/useRecordQuery.ts'

export const profileQueryKey = ['profile']

export function useProfile() {
  return useRecordQuery(profileQueryKey, (options) => api.get('/api/Account/GetProfile', {}, options))
}

/** For `catch`: moves an error with this code to a field. */
export function errorAtField(code: ErrorCode, field: string) {
  return (error: unknown): never => {
    if (!(error instanceof CallFailed) || error.code !== code) throw error
    throw new CallFailed(error.status, { code, Message: error.message, fields: { [field]: error.message } })
  }
}
