import { errorCode } from './error-code.ts'

/**
 * The database cannot be reached, ended the connection or did not answer in time. A commit that failed so may
 * have been done.
 */
export class DatabaseAbsent extends Error {
  override name = 'DatabaseAbsent'
}

/** Codes of the system, and of PostgreSQL: shutting down, starting, crashed, all connections taken. */
const absentCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE|57P0[1-3]|53300|08...)$/

/** What `pg` says without a code. */
const absentMessages =
  /^(Query read timeout|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** An error of `pg` as {@link DatabaseAbsent} where that is what it means, else as it is. */
export function asAbsent(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAbsent) return error
  const code = errorCode(error)
  const isAbsent = code === undefined ? absentMessages.test(error.message) : absentCodes.test(code)
  return isAbsent ? new DatabaseAbsent(error.message, { cause: error }) : error
}

/** Whether a write failed because a disk or a quota is full: ours, or the database's. */
export function isStorageFault(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes(errorCode(error) ?? '')
}
