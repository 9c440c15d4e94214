/** Files we read are short markers (see files.ts); longer ones are not ours. */
export const maxReadBytes = 100_000

/**
 * Where files are delivered. Paths are relative to its folder, with `/` separators. Throws only {@link StoreFault}.
 */
export type FileStore = {
  /** Shown to the office. */
  name: string
  /** Creates a folder if missing; its parent must exist. */
  makeFolder(path: string, signal: AbortSignal): Promise<void>
  /** Writes and flushes a file, overwriting an existing one in place so that it never disappears. */
  write(path: string, content: Buffer, signal: AbortSignal): Promise<void>
  /** Atomic; replaces an existing file. */
  rename(from: string, to: string, signal: AbortSignal): Promise<void>
  /** Undefined if missing; `isForeign` if it is not a file of at most {@link mostRead} bytes. */
  read(path: string, signal: AbortSignal): Promise<Buffer | undefined>
  /** Empty if the folder is missing. */
  list(folder: string, signal: AbortSignal): Promise<{ name: string; changedAt: Date }[]>
  /** Does nothing if missing. */
  remove(path: string, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

type FaultDetails = { isAnswered: boolean; isMissing?: boolean; isForeign?: boolean }

/**
 * `isAnswered`: the store itself refused, so nothing was done; otherwise the outcome is unknown. `isMissing`: no such
 * file. `isForeign`: the file was not written by us.
 */
export class StoreFault extends Error {
  readonly isAnswered: boolean
  readonly isMissing: boolean
  readonly isForeign: boolean
  constructor(message: string, { isAnswered, isMissing = false, isForeign = false }: FaultDetails) {
    super(message)
    this.isAnswered = isAnswered
    this.isMissing = isMissing
    this.isForeign = isForeign
  }
}
