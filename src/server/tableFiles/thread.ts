import { Worker } from 'node:worker_threads'
import { threadFile } from '#server/projectFolder.ts'
import { readerTurns } from './readerTurns.ts'
import { ImportProblem, type ImportProblemCode } from './report.ts'

/**
 * A room's way to read a file. It runs in a thread, within limits of time and memory, and blocks it. The rows of its
 * result come in batches.
 */
export type FileReader<Task extends object, Result> = {
  /** By which `src/server/readerThread.ts` finds it. */
  name: string
  read: (task: Task, onProgress: (done: number, total: number) => void) => Promise<Result>
  /** By default a minute: the largest files take a tenth of it on two cores. */
  timeoutMs?: number
}

/** What the thread says; `rows` come in batches, as thousands at once would block whoever takes them. `more` asks for the next. */
export type ThreadMessage =
  | { progress: { done: number; total: number } }
  | { rows: unknown[] }
  | { result: unknown }
  | { problem: { code: ImportProblemCode; value: string } }

/** The largest accepted workbook needs two thirds. */
const threadLimits = { memoryMb: 768 }
const defaultTimeoutMs = 60_000

const turns = readerTurns(2)

/**
 * Reads a file and uses it; the turn lasts until then, for the memory of its rows. `owner`: mostly a tenant.
 * @throws ImportProblem, or Refusal if too many files are being read.
 */
export function withRead<Task extends object, Result extends object, T>(
  owner: string,
  reader: FileReader<Task, Result>,
  task: Task,
  use: (file: Result) => T | Promise<T>,
): Promise<T> {
  return turns.orRefuse(owner, async () => use(await readInThread(reader, task)))
}

/**
 * Waits for its turn; aborts with the signal.
 * @throws ImportProblem
 */
export function readInTurn<Task extends object, Result extends object>(
  owner: string | object,
  reader: FileReader<Task, Result>,
  task: Task,
  options: ThreadOptions & { signal: AbortSignal },
): Promise<Result> {
  return turns.inTurn(owner, () => readInThread(reader, task, options), options.signal)
}

type ThreadOptions = {
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/**
 * Limits time and memory.
 * @throws ImportProblem, also at a limit.
 */
export function readInThread<Task extends object, Result extends object>(
  { name, timeoutMs = defaultTimeoutMs }: FileReader<Task, Result>,
  task: Task,
  { signal, onProgress }: ThreadOptions = {},
  { memoryMb } = threadLimits,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const worker = new Worker(threadFile('readerThread.ts'), {
      workerData: { name, task },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const rows: unknown[] = []
    const stop = () => void worker.terminate()
    const timer = setTimeout(() => {
      settle = () => reject(new ImportProblem('slowFile'))
      stop()
    }, timeoutMs)
    signal?.addEventListener('abort', stop)
    let settle = () =>
      reject(signal?.aborted ? signal.reason : new Error('The thread that reads a file ended without a word'))
    worker.on('message', (message: ThreadMessage) => {
      if ('progress' in message) onProgress?.(message.progress.done, message.progress.total)
      else if ('rows' in message) {
        rows.push(...message.rows)
        // Other calls have their turn before the next batch.
        setImmediate(() => worker.postMessage('more', []))
      } else if ('problem' in message) {
        settle = () => reject(new ImportProblem(message.problem.code, message.problem.value))
      } else settle = () => resolve({ rows, ...(message.result as object) } as Result)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      settle = () => reject(isTooMuch ? new ImportProblem('largeSpreadsheet') : error)
    })
    // Only now is its memory free for the next.
    worker.on('exit', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      settle()
    })
  })
}
