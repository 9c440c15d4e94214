import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import type { OrderDocument } from './orderDocument.ts'
import { sheetOf } from './orderExcel.ts'
import { orderDrawer } from './orderPdf.ts'
import { openSheetFile } from './pdfSheet.ts'
import type { PictureSource } from './photos.ts'
import { openStyles, partNames, sheetXml, workbookParts } from './sheetXml.ts'
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

async function workbookOf(
  orders: AsyncGenerator<SpooledOrder>,
  { file, count }: Job,
  words: Words,
): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => output.destroy(error))
  const names: string[] = []
  const styles = openStyles()
  // yazl requests each sheet after the previous one is written.
  const nextSheet = async (): Promise<Readable> => {
    const { value } = await orders.next()
    if (!value) throw new Error('An order is missing')
    const { sheet, ...content } = sheetOf(value.order, words)
    names.push(sheet)
    return textStream(sheetXml(content, styles))
  }
  for (let number = 1; number <= count; number += 1)
    zip.addReadStreamLazy(`xl/worksheets/sheet${number}.xml`, { compressionLevel: 3 }, (take) => {
      nextSheet().then(
        (sheet) => take(null, sheet),
        (error: Error) => output.destroy(error),
      )
    })
  // These need all sheet names, so they come last.
  for (const name of partNames)
    zip.addReadStreamLazy(name, (take) => take(null, textStream(workbookParts(names, styles)[name])))
  zip.end()
  await pipeline(output, createWriteStream(file, { mode: 0o600 }))
}

const textStream = (text: string) => Readable.from([text], { objectMode: false })
