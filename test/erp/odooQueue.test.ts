import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowNetworks } from '#server/erp/outbound.ts'
import { reconcile } from '#server/erp/reconcile.ts'
import { type TestApp, testApp } from '../app.ts'
import { type LinkedOdoo, linkOdoo } from './linkOdoo.ts'
import { openQueueRoom, type QueueRoom } from './queueRoom.ts'

let app: TestApp
let linked: LinkedOdoo
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
  linked = await linkOdoo('json2')
  linked.product('A1-01-S')
  const { settings, odoo } = linked
  room = await openQueueRoom(app, `odoo-${count}`, { kind: 'odoo', settings, secret: odoo.key })
})
afterEach(async () => {
  await room.close()
  await linked.odoo.close()
})

const states = async () => (await room.queue()).map(({ state }) => state).join()

test('orders go to Odoo in the currency of their price list', async () => {
  const { guidKey } = await room.place()
  await room.until(async () => (await states()) === 'sent')
  expect(await room.queue()).toMatchObject([{ erp_number: 'S00001' }])
  expect(linked.ordersOf(guidKey)).toMatchObject([{ state: 'sale', pricelist_id: 2, amount_untaxed: 100 }])
})

/** Lets what was begun have been begun so many seconds earlier, by the database's clock. */
const begunEarlier = (seconds: number) =>
  app.database.inTenant(room.shop.tenantId, 'write', (tx) =>
    tx.query({
      text: `update transfer_attempts set started_at = started_at - interval '${seconds} s' where tenant_id = $1`,
    }),
  )

test('an answer that never came leaves one order: it is looked for once it can no longer be on its way', async () => {
  linked.odoo.behave(({ model, method }) =>
    `${model}.${method}` === 'sale.order.create' ? { after: 'silence' } : undefined,
  )
  const { guidKey } = await room.place()
  await room.until(async () => (await room.queue())[0]?.may_exist === true && (await states()) === 'pending')
  linked.odoo.behave(undefined)
  room.pass(60_000)
  await room.until(async () => (await states()) === 'sent')
  expect(linked.ordersOf(guidKey)).toMatchObject([{ state: 'sale', name: 'S00001' }])
  // It was a quotation yet, which the second try took on.
  expect(await room.outcomes()).toEqual(['unknown', 'sent'])
})

test('nobody looks for an order as long as Odoo may still be making it', async () => {
  await room.close()
  const { settings, odoo } = linked
  const link = { kind: 'odoo', settings, secret: odoo.key }
  room = await openQueueRoom(app, 'odoo-patient', link, 30_000)
  odoo.behave(({ model, method }) =>
    `${model}.${method}` === 'sale.order.create' ? { after: 'reset' } : undefined,
  )
  await room.place()
  await room.until(async () => (await room.queue())[0]?.may_exist === true && (await states()) === 'pending')
  odoo.behave(undefined)
  odoo.asked.length = 0
  room.pass(55_000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(odoo.asked).not.toContain('sale.order.action_confirm')
  expect(await states()).toBe('pending')
  // Nor does a process whose clock is wrong.
  room.pass(3_600_000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(odoo.asked).not.toContain('sale.order.action_confirm')
  await begunEarlier(61)
  await room.until(async () => (await states()) === 'sent')
})

test('somebody who sends it again at once makes no second one of what Odoo is still making', async () => {
  await room.close()
  const { settings, odoo } = linked
  room = await openQueueRoom(app, 'odoo-again', { kind: 'odoo', settings, secret: odoo.key }, 30_000)
  odoo.behave(({ model, method }) =>
    `${model}.${method}` === 'sale.order.create' ? { after: 'reset' } : undefined,
  )
  const { id } = await room.place()
  await room.until(async () => (await room.queue())[0]?.may_exist === true && (await states()) === 'pending')
  odoo.behave(undefined)
  odoo.asked.length = 0
  const retry = () => room.shop.admin.post('/api/Erp/Retry', { ids: [id] })
  expect((await retry()).body.data).toEqual({ queued: 1 })
  await room.shop.admin.post('/api/Erp/Hold', { ids: [id] })
  await retry()
  await room.shop.admin.post('/api/Erp/Hold', { ids: [id] })
  // From the list of orders, too.
  await room.shop.admin.post('/api/Shop/TransferOrders', { ids: [id] })
  // The link has long been tried again.
  room.pass(30_000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(odoo.asked).toEqual([])
  room.pass(35_000)
  await begunEarlier(61)
  await room.until(async () => (await states()) === 'sent')
})

test('a long order of a process that died is left alone for as long as Odoo may need for it', async () => {
  await room.place()
  await room.until(async () => (await states()) === 'sent')
  const write = (text: string) =>
    app.database.inTenant(room.shop.tenantId, 'write', (tx) => tx.query({ text }))
  const begun = (secondsAgo: number) =>
    write(`update transfer_attempts set outcome = '', ended_at = null,
           started_at = now() - interval '${secondsAgo} s' where tenant_id = $1`)
  // 100 lines of 0.2 seconds, and twice the 2 seconds of this dispatcher.
  linked.odoo.asked.length = 0
  await begun(20)
  await write(`update order_transfers q set state = 'sending',
      documents = jsonb_build_array(q.documents -> 0 || jsonb_build_object('lines', many.lines))
    from (select jsonb_agg(documents -> 0 -> 'lines' -> 0) as lines from order_transfers, generate_series(1, 100)
          where tenant_id = $1) many
    where q.tenant_id = $1`)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(linked.odoo.asked).toEqual([])
  await begun(25)
  await room.until(async () => (await states()) === 'sent')
  expect(linked.odoo.asked).not.toContain('sale.order.create')
})

test('what Odoo refuses lets the others go on', async () => {
  const { records } = linked.odoo.models
  linked.odoo.behave(({ model, method, args }) =>
    `${model}.${method}` === 'sale.order.create' && JSON.stringify(args).includes('Kapıda')
      ? { fault: 'odoo.exceptions.UserError', message: 'Dönem kapalı', status: 422 }
      : undefined,
  )
  await room.place({ description: 'Kapıda' })
  await room.place()
  await room.until(async () => (await states()) === 'dead,sent')
  expect(await room.queue()).toMatchObject([
    { error_class: 'rejected', error: 'Dönem kapalı', may_exist: false },
    { erp_number: 'S00001' },
  ])
  expect(records.search('sale.order', [])).toHaveLength(1)
})

test('what is cancelled in Odoo after it was sent is missing there', async () => {
  await room.place()
  await room.until(async () => (await states()) === 'sent')
  linked.odoo.models.records.change('sale.order', 1, { state: 'cancel' })
  await reconcile(app.database, room.shop.tenantId, linked.connector, () => new Date())
  const { runs } = (await room.shop.admin.get('/api/Erp/GetReconciliations')).body.data
  expect(runs).toMatchObject([{ checked: 1, missing: 1, different: 0, unexpected: 0, error: '' }])
})

test('what Odoo has made and does not show is not made once more', async () => {
  const { records } = linked.odoo.models
  const ofCompany = (company: number) => {
    for (const sale of records.search('sale.order', [])) sale.company_id = company
  }
  // Somebody has moved it to a company that our user does not see.
  linked.odoo.behave(({ model, method }) => {
    if (`${model}.${method}` === 'sale.order.search_read') ofCompany(99)
    return undefined
  })
  const { id, guidKey } = await room.place()
  await room.until(async () => (await room.queue())[0]?.may_exist === true && (await states()) === 'pending')
  await room.restart()
  room.pass(60_000)
  await room.until(async () => (await states()) === 'dead')
  expect((await room.queue())[0]?.error).toBe(
    'The ERP said that it created this order (1), but does not show it. It is not sent again.',
  )
  linked.odoo.behave(undefined)
  ofCompany(1)
  await room.shop.admin.post('/api/Erp/Retry', { ids: [id] })
  await room.until(async () => (await states()) === 'sent')
  expect(linked.ordersOf(guidKey)).toMatchObject([{ state: 'sale' }])
})
