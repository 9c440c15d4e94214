import { Worker } from 'node:worker_threads'
import { ImportProblem, type ImportProblemCode } from '../import/report.ts'
import type { Preview, previewFile, Spooled, Spooling } from './reading.ts'

export type Task = ({ kind: 'preview' } & Parameters<typeof previewFile>[0]) | ({ kind: 'spool' } & Spooling)

/** What the thread tells: how far it is, and in the end what came of it. */
export type Said =
  | { progress: { done: number; total: number } }
  | { result: Preview | Spooled }
  | { problem: { code: ImportProblemCode; value: string } }

/** A workbook of 12 MB takes half of this; what takes more is no list of products. */
const mostMemory = { maxOldGenerationSizeMb: 1536 }

/**
 * Reads a file in a thread of its own, so that nobody waits for it. Ends with the signal.
 * @throws ImportProblem when the file cannot be read.
 */
export function readInThread(
  task: Task & { kind: 'preview' },
  options?: { signal?: AbortSignal },
): Promise<Preview>
export function readInThread(
  task: Task & { kind: 'spool' },
  options?: { signal?: AbortSignal; onProgress?: (done: number, total: number) => void },
): Promise<Spooled>
export function readInThread(
  task: Task,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number, total: number) => void } = {},
): Promise<Preview | Spooled> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./readerThread.ts', import.meta.url), {
      workerData: task,
      resourceLimits: mostMemory,
    })
    const stop = () => void worker.terminate()
    signal?.addEventListener('abort', stop)
    worker.on('message', (said: Said) => {
      if ('progress' in said) onProgress?.(said.progress.done, said.progress.total)
      else if ('problem' in said) reject(new ImportProblem(said.problem.code, said.problem.value))
      else resolve(said.result)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ImportProblem('largeSpreadsheet') : error)
    })
    worker.on('exit', () => {
      signal?.removeEventListener('abort', stop)
      reject(signal?.aborted ? signal.reason : new Error('The thread that reads a file ended without a word'))
    })
  })
}
