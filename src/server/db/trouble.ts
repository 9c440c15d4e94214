import { errorCode } from './error-code.ts'

/**
 * The database is unreachable, ended the connection or did not answer in time. A commit that failed this way may have
 * happened.
 */
export class DatabaseAbsent extends Error {
  override name = 'DatabaseAbsent'
}

/** System codes, and PostgreSQL's for shutdown, startup, crash and too many connections. */
const absentCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE|57P0[1-3]|53300|08...)$/

/** Errors of `pg` without a code. */
const absentMessages =
  /^(Query read timeout|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** Converts an error to {@link DatabaseAbsent} if it means that; otherwise returns it unchanged. */
export function asAbsent(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAbsent) return error
  const code = errorCode(error)
  const isAbsent = code === undefined ? absentMessages.test(error.message) : absentCodes.test(code)
  return isAbsent ? new DatabaseAbsent(error.message, { cause: error }) : error
}

/** Whether a disk or quota is full, ours or the database's. */
export function isStorageFault(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes(errorCode(error) ?? '')
}
