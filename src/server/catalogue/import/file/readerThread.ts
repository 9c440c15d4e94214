import { parentPort, workerData } from 'node:worker_threads'
import { previewFile, spoolFile } from './reading.ts'
import { ImportProblem } from './report.ts'
import type { Task, ThreadMessage } from './thread.ts'

/* Entry point of the reader thread: parsing blocks, for 55,000 rows about a second. */

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
const send = (said: ThreadMessage) => parentPort?.postMessage(said)
const task = workerData as Task

try {
  const result =
    task.kind === 'preview'
      ? await previewFile(task)
      : await spoolFile(task, (done, total) => send({ progress: { done, total } }))
  send({ result })
} catch (error) {
  if (!(error instanceof ImportProblem)) throw error
  send({ problem: { code: error.code, value: error.value } })
}
