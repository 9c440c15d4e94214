import { parentPort } from 'node:worker_threads'
import { orderExcel } from './orderExcel.ts'
import { orderPdf } from './orderPdf.ts'
import type { Drawn, Job } from './press.ts'
import { wordsOf } from './words.ts'

/** Documents that are drawn side by side, page by page; the others wait. */
const lanes: Promise<void>[] = Array.from({ length: 3 }, async () => {})
let turn = 0

parentPort?.on('message', (job: Job) => {
  turn = (turn + 1) % lanes.length
  const before = lanes[turn]
  lanes[turn] = (async () => {
    await before
    parentPort?.postMessage(await answerTo(job), [])
  })()
})

async function answerTo(job: Job): Promise<Drawn> {
  const { id, kind, order, language } = job
  const words = wordsOf(language)
  try {
    const bytes = kind === 'pdf' ? await orderPdf(order, words, job) : await orderExcel(order, words)
    return { id, bytes }
  } catch (error) {
    return { id, error: (error as Error).message }
  }
}
