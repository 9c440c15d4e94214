import { beforeEach, expect, test } from 'vitest'
import { shopPerTest, useApp } from '../useShop.ts'
import { type LinkedNebim, linkNebim } from './linkNebim.ts'
import { useTransfers } from './useTransfers.ts'

const app = useApp()
const shop = shopPerTest(app)
const transfers = useTransfers(app, shop)
const { queue, outcomes, transferOf, waitUntil, untilStates, untilUncertain, restart } = transfers
let linked: LinkedNebim

beforeEach(async () => {
  linked = await linkNebim()
  linked.item({ ItemCode: 'A1', ItemDim1Code: 'S' })
  linked.item({ ItemCode: 'B1', ItemDim1Code: '', LotCode: 'L4', pieces: 4 })
  const { settings, nebim } = linked
  await transfers.link({ kind: 'nebim', settings, secret: nebim.password })
  transfers.dispatcher().start()
  return () => linked.stop()
})

test('orders of pieces and lots are sent; one with a lost answer is stored once', async () => {
  linked.nebim.behave((command) => (command === 'Post' ? { after: 'silence' } : undefined))
  const { guidKey } = await shop.place()
  await untilUncertain()
  linked.nebim.behave(undefined)
  transfers.clockOffsetMs += 60_000
  await untilStates('sent')
  expect(await outcomes()).toEqual(['unknown', 'found'])
  expect(linked.nebim.data.orders.map(({ OrderKey: key }) => key)).toEqual([guidKey])
  await shop.place({ lines: { 'B1 L4': 2 } })
  await untilStates('sent,sent')
  expect(linked.nebim.data.orders[1]).toMatchObject({ TotalAmount: 760, LineCount: 1, CurrencyCode: 'TRY' })
})

test('a session that ended between two orders is reopened', async () => {
  await shop.place()
  await untilStates('sent')
  linked.nebim.forget()
  await shop.place()
  await untilStates('sent,sent')
  expect(linked.nebim.data.orders).toHaveLength(2)
})

test('an order refused by Nebim does not block others', async () => {
  linked.nebim.behave((command, body) =>
    command === 'Post' && String(body.Description).startsWith('Kapıda')
      ? { message: 'Dönem kapalı' }
      : undefined,
  )
  await shop.place({ description: 'Kapıda' })
  await shop.place()
  await untilStates('dead,sent')
  expect(await queue()).toMatchObject([
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
const sendAgain = (id: string) => shop.admin.post('/api/Erp/Retry', { ids: [id] })
const untilAttempts = async (attemptCount: number) =>
  waitUntil(async () => (await outcomes()).filter((outcome) => outcome !== '').length === attemptCount)

test('an order that Nebim hides is stored once, even if sent again after restarts', async () => {
  const show = hideOrders()
  const { id, guidKey } = await shop.place()
  await untilAttempts(1)
  for (let attempt = 2; attempt <= 3; attempt += 1) {
    await restart()
    await sendAgain(id)
    await untilAttempts(attempt)
  }
  expect(await transferOf(id)).toMatchObject({ state: 'dead', mayExist: true, made: '1-WS-1-1' })
  expect(linked.nebim.data.orders.map(({ OrderKey: key }) => key)).toEqual([guidKey])
  show()
  await sendAgain(id)
  await untilStates('sent')
  expect(await outcomes()).toEqual(['rejected', 'rejected', 'rejected', 'found'])
  expect(linked.nebim.data.orders).toHaveLength(1)
})

test('an order that could not be looked up is not sent again', async () => {
  let hasPosted = false
  linked.nebim.behave((command) => {
    if (command === 'Post') hasPosted = true
    return hasPosted && command === 'RunProc' ? { instead: 503, body: 'Service Unavailable' } : undefined
  })
  const { id } = await shop.place()
  await untilAttempts(1)
  const show = hideOrders()
  linked.nebim.behave(undefined)
  await restart()
  transfers.clockOffsetMs += 60_000
  await untilStates('dead')
  expect(linked.nebim.data.orders).toHaveLength(1)
  show()
  await sendAgain(id)
  await untilStates('sent')
  expect(linked.nebim.data.orders).toHaveLength(1)
})

test('an order marked as deleted in Nebim is held, and can be changed and sent again', async () => {
  hideOrders()
  const { id, guidKey } = await shop.place()
  const markGone = () => shop.admin.post('/api/Erp/MarkGone', { id })
  await untilStates('dead')
  expect((await shop.admin.get('/api/Shop/DeleteOrder', { id })).body.code).toBe('order.transferring')
  linked.nebim.data.orders.length = 0
  expect((await markGone()).status).toBe(200)
  expect((await markGone()).body.code).toBe('order.transferring')
  const heldTransfer = await transferOf(id)
  expect(heldTransfer).toMatchObject({ state: 'held', heldBecause: 'office', mayExist: false, error: '' })
  expect(heldTransfer.made).toBeUndefined()
  const { body: log } = await shop.admin.post('/api/Account/GetChanges', { subject: 'order' })
  expect(JSON.stringify(log)).toContain('transferGone')
  await sendAgain(id)
  await untilStates('dead')
  expect(linked.nebim.data.orders.map(({ OrderKey: key }) => key)).toEqual([guidKey])
  expect((await markGone()).status).toBe(200)
  expect((await shop.admin.get('/api/Shop/DeleteOrder', { id })).status).toBe(200)
})

test('an order cannot be marked as gone while Nebim may still store it', async () => {
  linked.nebim.behave((command) => (command === 'Post' ? { after: 'silence' } : undefined))
  const { id } = await shop.place()
  await untilAttempts(1)
  const { body } = await shop.admin.post('/api/Erp/MarkGone', { id })
  expect(body.code).toBe('order.transferring')
  await shop.admin.post('/api/Erp/Hold', { ids: [id] })
  expect((await shop.admin.post('/api/Erp/MarkGone', { id })).body.code).toBe('order.transferring')
})
