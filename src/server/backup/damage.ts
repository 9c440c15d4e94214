import { errorCode } from '#server/db/error-code.ts'
import { StartupProblem } from '#server/process/startup.ts'

/** What is read is not what was written: it is cut or damaged, or somebody else made it. */
export class Damaged extends Error {
  override name = 'Damaged'
}

/** SQLSTATE classes of values that do not fit, broken constraints and values too large; and of a policy's refusal. */
const refusedRows = /^(?:22|23|54)\w{3}$|^42501$/
const badCompression = /^(?:Z_|ZSTD_)/

/**
 * Names the backup and its damage. Other errors, as of a network that is away, are returned as they are.
 * @param what such as the name of the file in the backup
 */
export function damageProblem(error: unknown, backup: string, what: string): unknown {
  const code = errorCode(error) ?? ''
  const isDamage = error instanceof Damaged || badCompression.test(code) || refusedRows.test(code)
  if (!isDamage) return error
  return new StartupProblem(
    `The backup ${backup} is damaged or was changed: ${what}: ${shown((error as Error).message, 300)}.`,
  )
}

/** Text out of a file, fit for a terminal. */
export function shown(text: string, maxLength = 80): string {
  const line = text.replaceAll(/\p{C}/gu, '?')
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}

/** Errors of files and folders; 53100 is a full disk of the database. */
const diskCodes = [
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'EFBIG',
  'ENOTDIR',
  'EISDIR',
  'ENAMETOOLONG',
  '53100',
]

/**
 * An error of a disk as a sentence for the operator. Others are returned as they are.
 * @param failed such as "The restore failed"
 */
export function diskProblem(error: unknown, failed: string): unknown {
  const code = errorCode(error) ?? ''
  if (!diskCodes.includes(code)) return error
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return new StartupProblem(
    `${failed}: ${isFull ? 'no space is left on the disk' : (error as Error).message}.`,
    { cause: error },
  )
}
