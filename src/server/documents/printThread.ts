import { parentPort } from 'node:worker_threads'
import pLimit from 'p-limit'
import { cataloguePdf } from './catalogue/cataloguePdf.ts'
import { orderExcel } from './orderExcel.ts'
import { orderPdf } from './orderPdf.ts'
import { makeOrdersFile } from './ordersFile.ts'
import type { AbortMessage, Drawn, Job } from './printing.ts'
import { statementExcel } from './statementExcel.ts'
import { statementPdf } from './statementPdf.ts'
import { wordsOf } from './words.ts'

const orderTurns = pLimit(3)
/** Slow, so separate from orders. */
const catalogueTurns = pLimit(1)
const fileTurns = pLimit(2)

const aborted = new Set<number>()

parentPort?.on('message', (job: Job | AbortMessage) => {
  if (job.kind === 'abort') {
    aborted.add(job.id)
    return
  }
  const turns = job.kind === 'catalogue' ? catalogueTurns : job.kind === 'file' ? fileTurns : orderTurns
  void turns(async () => {
    say(await answerTo(job))
    aborted.delete(job.id)
  })
})

const say = (drawn: Drawn) => parentPort?.postMessage(drawn, [])

async function answerTo(job: Job): Promise<Drawn> {
  const { id } = job
  try {
    return { id, bytes: await draw(job) }
  } catch (error) {
    return { id, error: (error as Error).message }
  }
}

async function draw(job: Job): Promise<Uint8Array> {
  const { id } = job
  const words = wordsOf(job.language, job.timeZone)
  const watch = { onDone: (done: number) => say({ id, done }), isAborted: () => aborted.has(id) }
  if (job.kind === 'catalogue') {
    await cataloguePdf(job.catalogue, words, job, watch)
    return new Uint8Array()
  }
  if (job.kind === 'file') {
    await makeOrdersFile(job, words, watch)
    return new Uint8Array()
  }
  if (job.kind === 'statement')
    return job.format === 'pdf'
      ? statementPdf(job.statement, words, job)
      : statementExcel(job.statement, words)
  return job.kind === 'pdf' ? orderPdf(job.orders, words, job) : orderExcel(job.orders, words)
}
