import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { workbookFile } from '#server/exports/workbook.ts'
import type { OrderDocument } from './orderDocument.ts'
import { sheetOf } from './orderExcel.ts'
import { orderDrawer } from './orderPdf.ts'
import { openSheetFile } from './pdfSheet.ts'
import type { PictureSource } from './photos.ts'
import type { Words } from './words.ts'

/** `photos`: store keys by content hash. */
export type SpooledOrder = { order: OrderDocument; photos: Record<string, string> }

type Job = PictureSource & {
  format: 'pdf' | 'xlsx'
  /** One order per line, as JSON. */
  spool: string
  /** The output. */
  file: string
  count: number
  company: string
  logo?: string
}
type Watch = { onDone: (done: number) => void; isAborted: () => boolean }

/** Holds only one order in memory. */
export async function makeOrdersFile(job: Job, words: Words, watch: Watch): Promise<void> {
  const orders = read(job.spool, watch)
  await (job.format === 'pdf' ? pdfOf(orders, job, words) : workbookOf(orders, job, words))
}

async function* read(spool: string, { onDone, isAborted }: Watch): AsyncGenerator<SpooledOrder> {
  let done = 0
  for await (const line of createInterface({ input: createReadStream(spool), crlfDelay: Infinity })) {
    if (isAborted()) throw new Error('Nobody wants it any more')
    yield JSON.parse(line)
    done += 1
    onDone(done)
    await nextTurn()
  }
}

async function pdfOf(
  orders: AsyncIterable<SpooledOrder>,
  { file, count, company, logo, place }: Job,
  words: Words,
): Promise<void> {
  const { language, isRtl, say } = words
  const title = say('orders.total', { count })
  const sheet = await openSheetFile({ title, author: company, language, isRtl }, file)
  try {
    const draw = await orderDrawer(sheet, words, { company, place, ...(logo ? { logo } : {}) })
    for await (const { order, photos } of orders) await draw(order, photos)
  } catch (error) {
    sheet.abort()
    throw error
  }
  await sheet.close()
}

async function workbookOf(orders: AsyncIterable<SpooledOrder>, { file }: Job, words: Words): Promise<void> {
  async function* sheets() {
    for await (const { order } of orders) yield sheetOf(order, words)
  }
  await pipeline(workbookFile(sheets()), createWriteStream(file, { mode: 0o600 }))
}
