import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowNetworks } from '#server/erp/outbound.ts'
import { type TestApp, testApp } from '../app.ts'
import { type LinkedNebim, linkNebim } from './linkNebim.ts'
import { startTransfers, type TransferSetup } from './transferSetup.ts'

let app: TestApp
let linked: LinkedNebim
let setup: TransferSetup
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
  setup = await startTransfers(app, `nebim-${count}`, { kind: 'nebim', settings, secret: nebim.password })
})
afterEach(async () => {
  await setup.close()
  await linked.stop()
})

const states = async () => (await setup.queue()).map(({ state }) => state).join()

test('orders of pieces and lots are sent; one with a lost answer is stored once', async () => {
  linked.nebim.behave((command) => (command === 'Post' ? { after: 'silence' } : undefined))
  const { guidKey } = await setup.place()
  await setup.waitUntil(
    async () => (await setup.queue())[0]?.may_exist === true && (await states()) === 'pending',
  )
  linked.nebim.behave(undefined)
  setup.advanceClock(60_000)
  await setup.waitUntil(async () => (await states()) === 'sent')
  expect(await setup.outcomes()).toEqual(['unknown', 'found'])
  expect(linked.nebim.data.orders.map(({ OrderKey: key }) => key)).toEqual([guidKey])
  const { id } = await setup.shop.variant('B1', 'L4')
  await setup.place({ lines: [[id, 2, 380]] })
  await setup.waitUntil(async () => (await states()) === 'sent,sent')
  expect(linked.nebim.data.orders[1]).toMatchObject({ TotalAmount: 760, LineCount: 1, CurrencyCode: 'TRY' })
})

test('a session that ended between two orders is reopened', async () => {
  await setup.place()
  await setup.waitUntil(async () => (await states()) === 'sent')
  linked.nebim.forget()
  await setup.place()
  await setup.waitUntil(async () => (await states()) === 'sent,sent')
  expect(linked.nebim.data.orders).toHaveLength(2)
})

test('an order refused by Nebim does not block others', async () => {
  linked.nebim.behave((command, body) =>
    command === 'Post' && String(body.Description).startsWith('Kapıda')
      ? { message: 'Dönem kapalı' }
      : undefined,
  )
  await setup.place({ description: 'Kapıda' })
  await setup.place()
  await setup.waitUntil(async () => (await states()) === 'dead,sent')
  expect(await setup.queue()).toMatchObject([
    { error: 'Dönem kapalı', may_exist: false },
    { erp_number: '1-WS-1-1' },
  ])
})

/** The look-up returns nothing until the result is called. */
function hideOrders(): () => void {
  const { procedures } = linked.nebim.data
  const readOrders = procedures.get('usp_ToptanOrders')
  procedures.set('usp_ToptanOrders', () => [])
  return () => void (readOrders && procedures.set('usp_ToptanOrders', readOrders))
}
const transfer = async (id: string) =>
  (await setup.shop.admin.get('/api/Erp/GetOrderTransfer', { id })).body.data.transfer
const sendAgain = (id: string) => setup.shop.admin.post('/api/Erp/Retry', { ids: [id] })
const untilAttempts = async (attemptCount: number) =>
  setup.waitUntil(
    async () => (await setup.outcomes()).filter((outcome) => outcome !== '').length === attemptCount,
  )

test('an order that Nebim hides is stored once, even if sent again after restarts', async () => {
  const show = hideOrders()
  const { id, guidKey } = await setup.place()
  await untilAttempts(1)
  for (let attempt = 2; attempt <= 3; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await setup.restart()
    // oxlint-disable-next-line no-await-in-loop
    await sendAgain(id)
    // oxlint-disable-next-line no-await-in-loop
    await untilAttempts(attempt)
  }
  expect(await transfer(id)).toMatchObject({ state: 'dead', mayExist: true, made: '1-WS-1-1' })
  expect(linked.nebim.data.orders.map(({ OrderKey: key }) => key)).toEqual([guidKey])
  show()
  await sendAgain(id)
  await setup.waitUntil(async () => (await states()) === 'sent')
  expect(await setup.outcomes()).toEqual(['rejected', 'rejected', 'rejected', 'found'])
  expect(linked.nebim.data.orders).toHaveLength(1)
})

test('an order that could not be looked up is not sent again', async () => {
  let hasPosted = false
  linked.nebim.behave((command) => {
    if (command === 'Post') hasPosted = true
    return hasPosted && command === 'RunProc' ? { instead: 503, body: 'Service Unavailable' } : undefined
  })
  const { id } = await setup.place()
  await untilAttempts(1)
  const show = hideOrders()
  linked.nebim.behave(undefined)
  await setup.restart()
  setup.advanceClock(60_000)
  await setup.waitUntil(async () => (await states()) === 'dead')
  expect(linked.nebim.data.orders).toHaveLength(1)
  show()
  await sendAgain(id)
  await setup.waitUntil(async () => (await states()) === 'sent')
  expect(linked.nebim.data.orders).toHaveLength(1)
})

test('an order marked as deleted in Nebim is held, and can be changed and sent again', async () => {
  hideOrders()
  const { id, guidKey } = await setup.place()
  const markGone = () => setup.shop.admin.post('/api/Erp/MarkGone', { id })
  await setup.waitUntil(async () => (await states()) === 'dead')
  expect((await setup.shop.admin.get('/api/Shop/DeleteOrder', { id })).body.code).toBe('order.transferring')
  linked.nebim.data.orders.length = 0
  expect((await markGone()).status).toBe(200)
  expect((await markGone()).body.code).toBe('order.transferring')
  const heldTransfer = await transfer(id)
  expect(heldTransfer).toMatchObject({ state: 'held', heldBecause: 'office', mayExist: false, error: '' })
  expect(heldTransfer.made).toBeUndefined()
  const { body: log } = await setup.shop.admin.post('/api/Account/GetChanges', { subject: 'order' })
  expect(JSON.stringify(log)).toContain('transferGone')
  await sendAgain(id)
  await setup.waitUntil(async () => (await states()) === 'dead')
  expect(linked.nebim.data.orders.map(({ OrderKey: key }) => key)).toEqual([guidKey])
  expect((await markGone()).status).toBe(200)
  expect((await setup.shop.admin.get('/api/Shop/DeleteOrder', { id })).status).toBe(200)
})

test('an order cannot be marked as gone while Nebim may still store it', async () => {
  linked.nebim.behave((command) => (command === 'Post' ? { after: 'silence' } : undefined))
  const { id } = await setup.place()
  await untilAttempts(1)
  const { body } = await setup.shop.admin.post('/api/Erp/MarkGone', { id })
  expect(body.code).toBe('order.transferring')
  await setup.shop.admin.post('/api/Erp/Hold', { ids: [id] })
  expect((await setup.shop.admin.post('/api/Erp/MarkGone', { id })).body.code).toBe('order.transferring')
})
