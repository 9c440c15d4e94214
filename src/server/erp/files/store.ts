/** What is read is short (see the marker of files.ts): what is longer, in bytes, is none of ours. */
export const mostRead = 100_000

/** Where files are handed over. Paths are below its folder, with `/` between them. Throws {@link StoreFault} and nothing else. */
export type FileStore = {
  /** What the office calls the place. */
  name: string
  /** Makes a folder where it is missing; what is above it must be there. */
  makeFolder(path: string, signal: AbortSignal): Promise<void>
  /** Writes a file whole and through to the disk; one that is there is written over in place, so it is never away. */
  write(path: string, content: Buffer, signal: AbortSignal): Promise<void>
  /** At once, also over a file that is there. */
  rename(from: string, to: string, signal: AbortSignal): Promise<void>
  /** Undefined where there is none; `isForeign` where it is no file of {@link mostRead} bytes at most. */
  read(path: string, signal: AbortSignal): Promise<Buffer | undefined>
  /** Nothing where there is no such folder. */
  list(folder: string, signal: AbortSignal): Promise<{ name: string; changedAt: Date }[]>
  /** Nothing where there is none. */
  remove(path: string, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

type What = { isAnswered: boolean; isMissing?: boolean; isForeign?: boolean }

/**
 * Why a place did not do what it was told. `isAnswered`: it said so itself, and has done nothing; else nobody knows.
 * `isMissing`: because there is no such file. `isForeign`: because what is there is nothing that we have written.
 */
export class StoreFault extends Error {
  readonly isAnswered: boolean
  readonly isMissing: boolean
  readonly isForeign: boolean
  constructor(message: string, { isAnswered, isMissing = false, isForeign = false }: What) {
    super(message)
    this.isAnswered = isAnswered
    this.isMissing = isMissing
    this.isForeign = isForeign
  }
}
