import { parentPort, workerData } from 'node:worker_threads'
import { previewFile, spoolFile } from './reading.ts'
import { ImportProblem } from './report.ts'
import type { Said, Task } from './thread.ts'

/* The thread that reads files: a workbook is read in one go, and parsing 55,000 rows takes a second of work. */

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
const say = (said: Said) => parentPort?.postMessage(said)
const task = workerData as Task

try {
  const result =
    task.kind === 'preview'
      ? await previewFile(task)
      : await spoolFile(task, (done, total) => say({ progress: { done, total } }))
  say({ result })
} catch (error) {
  if (!(error instanceof ImportProblem)) throw error
  say({ problem: { code: error.code, value: error.value } })
}
