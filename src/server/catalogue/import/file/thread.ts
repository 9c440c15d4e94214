import { Worker } from 'node:worker_threads'
import { readerTurns } from './readerTurns.ts'
import type { Preview, previewFile, Spooled, Spooling } from './reading.ts'
import { ImportProblem, type ImportProblemCode } from './report.ts'

type PreviewTask = { kind: 'preview' } & Parameters<typeof previewFile>[0]
type SpoolTask = { kind: 'spool' } & Spooling
export type Task = PreviewTask | SpoolTask

/** What the thread tells: how far it is, and in the end what came of it. */
export type Said =
  | { progress: { done: number; total: number } }
  | { result: Preview | Spooled }
  | { problem: { code: ImportProblemCode; value: string } }

type ThreadLimits = { memoryMb: number; longestMs: Record<Task['kind'], number> }

const threadLimits: ThreadLimits = {
  // What the largest workbook within the limits of its reader takes, and half as much again.
  memoryMb: 768,
  // The largest files take a tenth of these on two cores.
  longestMs: { preview: 60_000, spool: 300_000 },
}

const turns = readerTurns(2)

/**
 * Reads the first rows of a tenant's file in a thread of its own.
 * @throws ImportProblem when it cannot be read, Refusal when other files are being read.
 */
export function previewInThread(tenantId: string, task: Omit<PreviewTask, 'kind'>): Promise<Preview> {
  return turns.orRefuse(tenantId, () => readInThread<Preview>({ kind: 'preview', ...task }))
}

/**
 * Reads a tenant's whole file in a thread of its own, once there is a turn. Ends with the signal.
 * @throws ImportProblem when it cannot be read.
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
 * Works a task off in a thread, which gets no more time and memory than `limits`; past them the file is refused.
 * @throws ImportProblem when the file cannot be read.
 */
export function readInThread<Result extends Preview | Spooled>(
  task: Task,
  { signal, onProgress }: ThreadOptions = {},
  { memoryMb, longestMs } = threadLimits,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const worker = new Worker(new URL('./readerThread.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const stop = () => void worker.terminate()
    const timer = setTimeout(() => {
      settle = () => reject(new ImportProblem('slowFile'))
      stop()
    }, longestMs[task.kind])
    signal?.addEventListener('abort', stop)
    let settle = () =>
      reject(signal?.aborted ? signal.reason : new Error('The thread that reads a file ended without a word'))
    worker.on('message', (said: Said) => {
      if ('progress' in said) onProgress?.(said.progress.done, said.progress.total)
      else if ('problem' in said) {
        settle = () => reject(new ImportProblem(said.problem.code, said.problem.value))
      } else settle = () => resolve(said.result as Result)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      settle = () => reject(isTooMuch ? new ImportProblem('largeSpreadsheet') : error)
    })
    // Its memory is free only now: then it is somebody else's turn.
    worker.on('exit', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      settle()
    })
  })
}
