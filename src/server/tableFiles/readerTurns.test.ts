import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Answer } from '#test/app.ts'
import { wholesaler } from '#test/factories.ts'
import { testFolder } from '#test/folder.ts'
import { type ImportClient, importClient } from '#test/imports.ts'
import { useApp } from '#test/useShop.ts'
import { textCell, workbookOf, workbookParts, zip } from '#test/workbooks.ts'
import { previewReader } from '../catalogue/import/file/reading.ts'
import { readerTurns } from './readerTurns.ts'
import { readInThread } from './thread.ts'

/** A read that ends on command. */
function reading() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { read: () => promise, end: resolve }
}
const codeOf = (done: Promise<unknown>) =>
  done.then(
    () => 'read',
    (error: { code?: string }) => error.code ?? error,
  )
const forever = new AbortController().signal

test('a tenant gets one turn and the process two, in order of waiting', async () => {
  const turns = readerTurns(2)
  const [one, two] = [reading(), reading()]
  const first = turns.orRefuse('one', one.read)
  expect(await codeOf(turns.orRefuse('one', two.read))).toBe('import.reading')
  const second = turns.orRefuse('two', two.read)
  expect(await codeOf(turns.orRefuse('three', one.read))).toBe('server.busy')
  const order: string[] = []
  const later = [
    turns.inTurn('two', async () => order.push('two'), forever),
    turns.inTurn('three', async () => order.push('three'), forever),
  ]
  one.end()
  await Promise.all([first, later[1]])
  expect(order).toEqual(['three'])
  two.end()
  await Promise.all([second, later[0]])
  expect(order).toEqual(['three', 'two'])
  expect(await codeOf(turns.orRefuse('one', async () => {}))).toBe('read')
})

test('failed reads and aborted waits free their turns', async () => {
  const turns = readerTurns(1)
  const failing = turns.orRefuse('one', () => Promise.reject(new Error('broken')))
  const control = new AbortController()
  const waiting = turns.inTurn('two', async () => {}, control.signal)
  const next = turns.inTurn('three', async () => 'read', forever)
  control.abort(new Error('given up'))
  await expect(waiting).rejects.toThrow('given up')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('read')
})

const app = useApp()

test('files beyond one per tenant and two per process are refused with a reason', async () => {
  // Refused too, but only after unpacking everything.
  const size = 200_000_000
  const sheet = { packed: deflateRawSync(Buffer.alloc(size, ' ')), size }
  const slowWorkbook = zip({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': sheet })
  const shops = await Promise.all(
    ['turns1', 'turns2', 'turns3'].map(async (key) => importClient(app, await wholesaler(app, key))),
  )
  const [one, two, three] = shops as [ImportClient, ImportClient, ImportClient]
  const codes = async (sent: Promise<Answer>[]) =>
    (await Promise.all(sent)).map(({ status, body }) => `${status} ${String(body.code)}`).toSorted()
  expect(await codes([one.send(slowWorkbook, 'a.xlsx'), one.send(slowWorkbook, 'b.xlsx')])).toEqual([
    '400 import.unreadable',
    '429 import.reading',
  ])
  const sent = [one, two, three].map((run) => run.send(slowWorkbook, 'a.xlsx'))
  expect(await codes(sent)).toEqual(['400 import.unreadable', '400 import.unreadable', '503 server.busy'])
  expect((await one.send('itemCode;itemDim1Code\nA1;S\n')).status).toBe(200)
})

describe('the thread that reads a file', () => {
  const shop = {
    currencyCode: 'TRY',
    priceGroup: 'CB',
    priceGroups: ['CB'],
    attributes: [],
    mainLanguage: 'tr' as const,
  }
  const preview = async (name: string, content: string | Buffer) => {
    const file = path.join(await testFolder(), name)
    await writeFile(file, content)
    return { file, shop }
  }

  test('is ended when it takes too long', async () => {
    const task = await preview('short.csv', 'itemCode;itemDim1Code\nA1;S\n')
    expect(await codeOf(readInThread({ ...previewReader, timeoutMs: 1 }, task))).toBe('slowFile')
    expect(await codeOf(readInThread(previewReader, task))).toBe('read')
  })

  test('is ended when it takes too much memory, and nothing else with it', async () => {
    const texts = Array.from({ length: 300_000 }, (_, at) => `<si><t>${at} ${'x'.repeat(100)}</t></si>`)
    const rows = `<row r="1">${textCell('A1', 'itemCode')}</row>`
    const task = await preview('texts.xlsx', workbookOf(rows, { sharedStrings: texts.join('') }))
    expect(await codeOf(readInThread(previewReader, task, {}, { memoryMb: 24 }))).toBe('largeSpreadsheet')
    expect(await codeOf(readInThread(previewReader, task))).toBe('read')
  })
})
