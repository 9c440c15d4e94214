import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowNetworks } from '#server/erp/outbound.ts'
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

/** Nebim makes orders, and its look-up shows none of them until it is put right. */
function hide(): () => void {
  const { procedures } = linked.nebim.books
  const shows = procedures.get('usp_ToptanOrders')
  procedures.set('usp_ToptanOrders', () => [])
  return () => void (shows && procedures.set('usp_ToptanOrders', shows))
}
const transfer = async (id: string) =>
  (await room.shop.admin.get('/api/Erp/GetOrderTransfer', { id })).body.data.transfer
const sendAgain = (id: string) => room.shop.admin.post('/api/Erp/Retry', { ids: [id] })
const tries = async (ended: number) =>
  room.until(async () => (await room.outcomes()).filter((outcome) => outcome !== '').length === ended)

test('what Nebim has made and does not show is made once, whichever process is told to send it', async () => {
  const show = hide()
  const { id, guidKey } = await room.place()
  await tries(1)
  for (let time = 2; time <= 3; time += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await room.restart()
    // oxlint-disable-next-line no-await-in-loop
    await sendAgain(id)
    // oxlint-disable-next-line no-await-in-loop
    await tries(time)
  }
  expect(await transfer(id)).toMatchObject({ state: 'dead', mayExist: true, made: '1-WS-1-1' })
  expect(linked.nebim.books.orders.map(({ OrderKey: key }) => key)).toEqual([guidKey])
  show()
  await sendAgain(id)
  await room.until(async () => (await states()) === 'sent')
  expect(await room.outcomes()).toEqual(['rejected', 'rejected', 'rejected', 'found'])
  expect(linked.nebim.books.orders).toHaveLength(1)
})

test('what Nebim has made and nobody could look for then is not made once more', async () => {
  let hasPosted = false
  linked.nebim.behave((command) => {
    if (command === 'Post') hasPosted = true
    return hasPosted && command === 'RunProc' ? { instead: 503, body: 'Service Unavailable' } : undefined
  })
  const { id } = await room.place()
  await tries(1)
  const show = hide()
  linked.nebim.behave(undefined)
  await room.restart()
  room.pass(60_000)
  await room.until(async () => (await states()) === 'dead')
  expect(linked.nebim.books.orders).toHaveLength(1)
  show()
  await sendAgain(id)
  await room.until(async () => (await states()) === 'sent')
  expect(linked.nebim.books.orders).toHaveLength(1)
})

test('what somebody says was deleted in Nebim is kept back, and can be changed and sent anew', async () => {
  hide()
  const { id, guidKey } = await room.place()
  const gone = () => room.shop.admin.post('/api/Erp/MarkGone', { id })
  await room.until(async () => (await states()) === 'dead')
  expect((await room.shop.admin.get('/api/Shop/DeleteOrder', { id })).body.code).toBe('order.transferring')
  linked.nebim.books.orders.length = 0
  expect((await gone()).status).toBe(200)
  expect((await gone()).body.code).toBe('order.transferring')
  const kept = await transfer(id)
  expect(kept).toMatchObject({ state: 'held', heldBecause: 'office', mayExist: false, error: '' })
  expect(kept.made).toBeUndefined()
  const { body: log } = await room.shop.admin.post('/api/Account/GetChanges', { subject: 'order' })
  expect(JSON.stringify(log)).toContain('transferGone')
  await sendAgain(id)
  await room.until(async () => (await states()) === 'dead')
  expect(linked.nebim.books.orders.map(({ OrderKey: key }) => key)).toEqual([guidKey])
  expect((await gone()).status).toBe(200)
  expect((await room.shop.admin.get('/api/Shop/DeleteOrder', { id })).status).toBe(200)
})

test('nobody says of an order that it is gone while Nebim may still be making it', async () => {
  linked.nebim.behave((command) => (command === 'Post' ? { after: 'silence' } : undefined))
  const { id } = await room.place()
  await tries(1)
  const { body } = await room.shop.admin.post('/api/Erp/MarkGone', { id })
  expect(body.code).toBe('order.transferring')
  await room.shop.admin.post('/api/Erp/Hold', { ids: [id] })
  expect((await room.shop.admin.post('/api/Erp/MarkGone', { id })).body.code).toBe('order.transferring')
})
