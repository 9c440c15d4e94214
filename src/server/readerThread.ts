import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { ImportProblem } from './tableFiles/report.ts'
import type { FileReader, ThreadMessage } from './tableFiles/thread.ts'

/* Entry point of the reader thread: parsing blocks, for 55,000 rows about a second. */

type AnyReader = FileReader<never, object>

/** Each is loaded by need: words of all languages take time. */
const readers: Record<string, () => Promise<AnyReader>> = {
  preview: async () => (await import('./catalogue/import/file/reading.ts')).previewReader,
  spool: async () => (await import('./catalogue/import/file/reading.ts')).spoolReader,
  priceRules: async () => (await import('./pricing/priceRuleRows.ts')).ruleFileReader,
  quantityRules: async () => (await import('./pricing/quantityRuleRows.ts')).quantityFileReader,
  balances: async () => (await import('./customers/balances/balanceFile.ts')).balanceFileReader,
}

const rowsAtOnce = 500

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
const send = (said: ThreadMessage) => parentPort?.postMessage(said)

async function read({ name, task }: { name: string; task: object }): Promise<object> {
  const reader = await readers[name]?.()
  if (!reader) throw new Error(`No reader is called ${name}`)
  const result = await reader.read(task as never, (done, total) => send({ progress: { done, total } }))
  if (!('rows' in result) || !Array.isArray(result.rows)) return result
  const { rows, ...head } = result
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const asked = parentPort && once(parentPort, 'message')
    send({ rows: rows.slice(at, at + rowsAtOnce) })
    await asked
  }
  return head
}

try {
  const result = await read(workerData)
  send({ result })
} catch (error) {
  if (!(error instanceof ImportProblem)) throw error
  send({ problem: { code: error.code, value: error.value } })
}
