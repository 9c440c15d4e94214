import { Worker } from 'node:worker_threads'
import { threadFile } from '#server/config.ts'
import { readerTurns } from './readerTurns.ts'
import type { Preview, previewFile, Spooled, Spooling } from './reading.ts'
import { ImportProblem, type ImportProblemCode } from './report.ts'

type PreviewTask = { kind: 'preview' } & Parameters<typeof previewFile>[0]
type SpoolTask = { kind: 'spool' } & Spooling
export type Task = PreviewTask | SpoolTask

export type ThreadMessage =
  | { progress: { done: number; total: number } }
  | { result: Preview | Spooled }
  | { problem: { code: ImportProblemCode; value: string } }

type ThreadLimits = { memoryMb: number; timeoutMs: Record<Task['kind'], number> }

const threadLimits: ThreadLimits = {
  // The largest accepted workbook needs two thirds.
  memoryMb: 768,
  // The largest files take a tenth of this on two cores.
  timeoutMs: { preview: 60_000, spool: 300_000 },
}

const turns = readerTurns(2)

/** @throws ImportProblem, or Refusal if too many files are being read. */
export function previewInThread(tenantId: string, task: Omit<PreviewTask, 'kind'>): Promise<Preview> {
  return turns.orRefuse(tenantId, () => readInThread<Preview>({ kind: 'preview', ...task }))
}

/**
 * Waits for its turn; aborts with the signal.
 * @throws ImportProblem
 */
export function spoolInThread(
  tenantId: string,
  task: Omit<SpoolTask, 'kind'>,
  options: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<Spooled> {
  const read = () => readInThread<Spooled>({ kind: 'spool', ...task }, options)
  return turns.inTurn(tenantId, read, options.signal)
}

type ThreadOptions = { signal?: AbortSignal; onProgress?: (done: number, total: number) => void }

/**
 * Limits time and memory.
 * @throws ImportProblem, also at a limit.
 */
export function readInThread<Result extends Preview | Spooled>(
  task: Task,
  { signal, onProgress }: ThreadOptions = {},
  { memoryMb, timeoutMs } = threadLimits,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const worker = new Worker(threadFile('catalogue/import/file/readerThread.ts'), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const stop = () => void worker.terminate()
    const timer = setTimeout(() => {
      settle = () => reject(new ImportProblem('slowFile'))
      stop()
    }, timeoutMs[task.kind])
    signal?.addEventListener('abort', stop)
    let settle = () =>
      reject(signal?.aborted ? signal.reason : new Error('The thread that reads a file ended without a word'))
    worker.on('message', (message: ThreadMessage) => {
      if ('progress' in message) onProgress?.(message.progress.done, message.progress.total)
      else if ('problem' in message) {
        settle = () => reject(new ImportProblem(message.problem.code, message.problem.value))
      } else settle = () => resolve(message.result as Result)
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
