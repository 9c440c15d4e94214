import { errorCode } from './error-code.ts'

/** An outage, a lost connection or no timely answer. A commit may have happened. */
export class DatabaseAbsent extends Error {
  override name = 'DatabaseAbsent'
}

/** SQLSTATEs: unique, foreign key, deadlock, serialisation. */
const conflictCodes = ['23505', '23503', '40P01', '40001']

/** A concurrent change came first; a second attempt may succeed. */
export const isConflict = (error: unknown): boolean => conflictCodes.includes(errorCode(error) ?? '')

/** System errors; PostgreSQL shutting down, starting, crashed or full. */
const absentCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE|57P0[1-3]|53300|08...)$/

/** `pg` errors without a code. */
const absentMessages =
  /^(Query read timeout|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

export function asAbsent(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAbsent) return error
  const code = errorCode(error)
  const isAbsent = code === undefined ? absentMessages.test(error.message) : absentCodes.test(code)
  return isAbsent ? new DatabaseAbsent(error.message, { cause: error }) : error
}

/** Ours or the database's disk or quota. */
export function isStorageFault(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes(errorCode(error) ?? '')
}
