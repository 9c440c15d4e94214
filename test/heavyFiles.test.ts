import { describe, expect, test } from 'vitest'
import { endpoints } from '#server/http/verbs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { postImportFile } from '#shared/imports/imports.ts'
import type { Answer } from './app.ts'
import { importClient } from './imports.ts'
import { upload } from './upload.ts'
import { shopPerFile, useApp } from './useShop.ts'

const app = useApp()
/** Sends files. */
const shop = shopPerFile(app, 'sender')
/** Waits. */
const other = shopPerFile(app, 'other')
const imports = importClient(app, shop)

const doors = (endpoints as readonly Endpoint[]).filter(({ file, files }) => file ?? files)

/** What a door needs beside its file, and the headings that it knows. */
const uploadsByPath: Record<string, { fields: Record<string, string>; headings: string; row: string }> = {
  '/api/Price/ImportPriceRules': {
    fields: { apply: 'true' },
    headings: 'Name;Effect;Value',
    row: 'n;Percent;10',
  },
  '/api/Price/ImportQuantityRules': {
    fields: { apply: 'true' },
    headings: 'Brand;Minimum quantity;Maximum quantity',
    row: 'n;1;2',
  },
  '/api/Account/PostBalances': {
    fields: { kind: 'balances', apply: 'true' },
    headings: 'Customer code;Balance',
    row: 'c;1',
  },
  '/api/Shop/PostImportFile': { fields: {}, headings: 'itemCode;itemDim1Code;inventory', row: 'A1;S;1' },
  '/api/Shop/PostProductImages': { fields: { itemCode: 'A1', colorCode: '01' }, headings: '', row: 'x' },
  '/api/Shop/PostBrandImage': { fields: { brandId: '' }, headings: '', row: 'x' },
  '/api/Shop/PostCategoryImage': { fields: { categoryId: '' }, headings: '', row: 'x' },
}

/** `npm run test:all` sends files as large as they may be. */
const share = process.env.TEST_ALL ? 1 : 1 / 8
const megabytes = 1024 * 1024 * share
const thousands = 1000 * share
const linesFor: Record<string, (headings: string, row: string) => string> = {
  'blank lines': (headings) => `${headings}\n${'\n'.repeat(3.5 * megabytes)}`,
  'lines of semicolons': (headings) => `${headings}\n${';\n'.repeat(200 * thousands)}`,
  'lines of another width': (headings) => `${headings}\n${'a;b;c;d\n'.repeat(100 * thousands)}`,
  'one endless line': (headings) => `${headings}\n${'a'.repeat(3.5 * megabytes)}`,
  'one line of many cells': () => ';'.repeat(megabytes),
  'an unclosed quote': (headings) => `${headings}\n"${'a\n'.repeat(1.7 * megabytes)}`,
  'many rows': (headings, row) =>
    `${headings}\n${`${row}\n`.repeat(300 * thousands).slice(0, 3.8 * megabytes)}`,
}

type Timed = { slowestMs: number; medianMs: number; failed: number }

/** What a dealer of another wholesaler does, again and again. */
async function work(isOver: (done: number) => boolean): Promise<Timed> {
  const times: number[] = []
  let failed = 0
  while (!isOver(times.length)) {
    const began = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answers = await Promise.all([
      other.dealer.get('/api/Shop/GetShopHome'),
      other.order({ orderType: 'Season' }),
    ])
    times.push(performance.now() - began)
    failed += answers.filter(({ status }) => status !== 200).length
  }
  times.sort((one, next) => one - next)
  return { slowestMs: times.at(-1) ?? 0, medianMs: times[Math.floor(times.length / 2)] ?? 0, failed }
}

/** A busy machine may stall a round by itself; a door that blocks stalls each of them. */
const maxRounds = 3

const everydayKinds = ['blank lines', 'lines of another width', 'one endless line']

function kindsFor(path: string): string[] {
  // A picture is judged by its first bytes.
  if (/Image|Avatar|Logo/.test(path)) return ['one endless line']
  return process.env.TEST_ALL ? Object.keys(linesFor) : everydayKinds
}

describe.each(doors.map(({ path }) => path))('%s', (path) => {
  const { fields, headings, row } = uploadsByPath[path] ?? { fields: {}, headings: 'a;b', row: 'a;b' }
  test.each(kindsFor(path))(
    '%s do not make others wait',
    async (kind) => {
      const content = Buffer.from(linesFor[kind]?.(headings, row) ?? '')
      const timings: string[] = []
      for (let round = 0; round < maxRounds; round += 1) {
        const quiet = await work((done) => done === 30)
        let isDone = false
        const sent = send(path, content, fields).finally(() => {
          isDone = true
        })
        const during = await work(() => isDone)
        expect((await sent).status).toBeLessThan(500)
        expect(during.failed).toBe(0)
        timings.push(
          `quiet ${quiet.medianMs.toFixed(1)} ms, slowest beside the file ${during.slowestMs.toFixed(1)} ms`,
        )
        if (during.slowestMs < 10 * quiet.medianMs) return
      }
      throw new Error(`Others waited: ${timings.join('; ')}`)
    },
    120_000,
  )
})

/** A catalogue is read whole only when it is checked. */
async function send(path: string, content: Buffer, fields: Record<string, string>): Promise<Answer> {
  const answer = await upload(shop.admin, path, content, 'list.csv', fields)
  const { id } = (answer.body.data ?? {}) as { id: string }
  if (path !== postImportFile.path || answer.status !== 200) return answer
  await imports.check(id)
  return answer
}
