/** Largest file that is read by default: our markers are short. */
export const maxReadBytes = 100_000

/** Paths are relative, with `/`. Throws only {@link StoreFault}. */
export type FileStore = {
  name: string
  /** The parent must exist. */
  makeFolder(path: string, signal: AbortSignal): Promise<void>
  /** Flushes. Overwrites in place, so that the file never disappears. */
  write(path: string, content: Buffer, signal: AbortSignal): Promise<void>
  /** Atomic; overwrites. */
  rename(from: string, to: string, signal: AbortSignal): Promise<void>
  /** Undefined if missing; `isForeign` over `maxBytes`, by default {@link maxReadBytes}, or if not a regular file. */
  read(path: string, signal: AbortSignal, maxBytes?: number): Promise<Buffer | undefined>
  list(folder: string, signal: AbortSignal): Promise<{ name: string; changedAt: Date }[]>
  remove(path: string, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

type FaultDetails = { isAnswered: boolean; isMissing?: boolean; isForeign?: boolean }

/** `isAnswered`: the store refused, so nothing was done; otherwise unknown. `isForeign`: not written by us. */
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
