import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type TestApp, testApp } from '#test/app.ts'
import { wholesaler } from '#test/factories.ts'
import { type Importing, importing } from '#test/imports.ts'
import { workbookParts, zip } from '#test/workbooks.ts'
import { readerTurns } from './readerTurns.ts'

/** A reading that ends when it is told to. */
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

test('a tenant has one turn and the process two; who waits is next', async () => {
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

test('a reading that fails, and a wait that is given up, free their turns', async () => {
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

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('files sent at once are refused in words, past one of a tenant and two of the process', async () => {
  // It is refused as well, for it never ends, but only once all of it has been unpacked.
  const size = 200_000_000
  const sheet = { packed: deflateRawSync(Buffer.alloc(size, ' ')), size }
  const slow = zip({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': sheet })
  const shops = await Promise.all(
    ['turns1', 'turns2', 'turns3'].map(async (key) => importing(app, await wholesaler(app, key))),
  )
  const [one, two, three] = shops as [Importing, Importing, Importing]
  const codes = async (sent: Promise<Answer>[]) =>
    (await Promise.all(sent)).map(({ status, body }) => `${status} ${String(body.code)}`).toSorted()
  expect(await codes([one.send(slow, 'a.xlsx'), one.send(slow, 'b.xlsx')])).toEqual([
    '400 import.unreadable',
    '429 import.reading',
  ])
  const sent = [one, two, three].map((run) => run.send(slow, 'a.xlsx'))
  expect(await codes(sent)).toEqual(['400 import.unreadable', '400 import.unreadable', '503 server.busy'])
  expect((await one.send('itemCode;itemDim1Code\nA1;S\n')).status).toBe(200)
})
