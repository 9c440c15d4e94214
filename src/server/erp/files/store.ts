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
  /** Undefined where there is none. */
  read(path: string, signal: AbortSignal): Promise<Buffer | undefined>
  /** Nothing where there is no such folder. */
  list(folder: string, signal: AbortSignal): Promise<{ name: string; changedAt: Date }[]>
  /** Nothing where there is none. */
  remove(path: string, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

type What = { isAnswered: boolean; isMissing?: boolean }

/**
 * Why a place did not do what it was told. `isAnswered`: it said so itself, and has done nothing; else nobody knows.
 * `isMissing`: because there is no such file.
 */
export class StoreFault extends Error {
  readonly isAnswered: boolean
  readonly isMissing: boolean
  constructor(message: string, { isAnswered, isMissing = false }: What) {
    super(message)
    this.isAnswered = isAnswered
    this.isMissing = isMissing
  }
}
