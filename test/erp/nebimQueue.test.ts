import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowNetworks } from '#server/erp/outside.ts'
import { type TestApp, testApp } from '../app.ts'
import { type LinkedNebim, linkNebim } from './linkNebim.ts'
import { openQueueRoom, type QueueRoom } from './queueRoom.ts'

let app: TestApp
let linked: LinkedNebim
let room: QueueRoom
let count = 0

beforeAll(async () => {
  allowNetworks(['127.0.0.1'])
  app = await testApp()
})
afterAll(async () => {
  await app.close()
  allowNetworks([])
})
beforeEach(async () => {
  count += 1
  linked = await linkNebim()
  linked.item({ ItemCode: 'A1', ItemDim1Code: 'S' })
  linked.item({ ItemCode: 'B1', ItemDim1Code: '', LotCode: 'L4', pieces: 4 })
  const { settings, nebim } = linked
  room = await openQueueRoom(app, `nebim-${count}`, { kind: 'nebim', settings, secret: nebim.password })
})
afterEach(async () => {
  await room.close()
  await linked.stop()
})

const states = async () => (await room.queue()).map(({ state }) => state).join()

test('orders of pieces and lots go to Nebim, and one whose answer never came is there once', async () => {
  linked.nebim.behave((command) => (command === 'Post' ? { after: 'silence' } : undefined))
  const { guidKey } = await room.place()
  await room.until(async () => (await room.queue())[0]?.may_exist === true && (await states()) === 'pending')
  linked.nebim.behave(undefined)
  room.pass(60_000)
  await room.until(async () => (await states()) === 'sent')
  expect(await room.outcomes()).toEqual(['unknown', 'found'])
  expect(linked.nebim.books.orders.map(({ OrderKey: key }) => key)).toEqual([guidKey])
  const { id } = await room.shop.variant('B1', 'L4')
  await room.place({ lines: [[id, 2, 380]] })
  await room.until(async () => (await states()) === 'sent,sent')
  expect(linked.nebim.books.orders[1]).toMatchObject({ TotalAmount: 760, LineCount: 1, CurrencyCode: 'TRY' })
})

test('a session that ends between two orders is begun anew', async () => {
  await room.place()
  await room.until(async () => (await states()) === 'sent')
  linked.nebim.forget()
  await room.place()
  await room.until(async () => (await states()) === 'sent,sent')
  expect(linked.nebim.books.orders).toHaveLength(2)
})

test('what Nebim refuses lets the others go on', async () => {
  linked.nebim.behave((command, body) =>
    command === 'Post' && String(body.Description).startsWith('Kapıda')
      ? { message: 'Dönem kapalı' }
      : undefined,
  )
  await room.place({ description: 'Kapıda' })
  await room.place()
  await room.until(async () => (await states()) === 'dead,sent')
  expect(await room.queue()).toMatchObject([
    { error: 'Dönem kapalı', may_exist: false },
    { erp_number: '1-WS-1-1' },
  ])
})
