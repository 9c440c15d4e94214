import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowNetworks } from '#server/erp/outbound.ts'
import { reconcile } from '#server/erp/reconcile.ts'
import { type TestApp, testApp } from '../app.ts'
import { makeDue } from '../jobs.ts'
import { type LinkedOdoo, linkOdoo } from './linkOdoo.ts'
import { startTransfers, type TransferSetup } from './transferSetup.ts'

let app: TestApp
let linked: LinkedOdoo
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
  linked = await linkOdoo('json2')
  linked.product('A1-01-S')
  const { settings, odoo } = linked
  setup = await startTransfers(app, `odoo-${count}`, { kind: 'odoo', settings, secret: odoo.key })
})
afterEach(async () => {
  await setup.close()
  await linked.odoo.close()
})

const states = async () => (await setup.queue()).map(({ state }) => state).join()

test('orders are sent in the currency of their price list', async () => {
  const { guidKey } = await setup.place()
  await setup.waitUntil(async () => (await states()) === 'sent')
  expect(await setup.queue()).toMatchObject([{ erp_number: 'S00001' }])
  expect(linked.ordersOf(guidKey)).toMatchObject([{ state: 'sale', pricelist_id: 2, amount_untaxed: 100 }])
})

/** By the database's clock. */
const ageAttempts = (seconds: number) =>
  app.database.inTenant(setup.shop.tenantId, 'write', (tx) =>
    tx.query({
      text: `update transfer_attempts set started_at = started_at - interval '${seconds} s' where tenant_id = $1`,
    }),
  )

test('a lost answer leaves one order, looked up once the first can no longer arrive', async () => {
  linked.odoo.behave(({ model, method }) =>
    `${model}.${method}` === 'sale.order.create' ? { after: 'silence' } : undefined,
  )
  const { guidKey } = await setup.place()
  await setup.waitUntil(
    async () => (await setup.queue())[0]?.may_exist === true && (await states()) === 'pending',
  )
  linked.odoo.behave(undefined)
  setup.advanceClock(60_000)
  await setup.waitUntil(async () => (await states()) === 'sent')
  expect(linked.ordersOf(guidKey)).toMatchObject([{ state: 'sale', name: 'S00001' }])
  expect(await setup.outcomes()).toEqual(['unknown', 'sent'])
})

test('an order is not looked up while Odoo may still be storing it', async () => {
  await setup.close()
  const { settings, odoo } = linked
  const link = { kind: 'odoo', settings, secret: odoo.key }
  setup = await startTransfers(app, 'odoo-patient', link, 30_000)
  odoo.behave(({ model, method }) =>
    `${model}.${method}` === 'sale.order.create' ? { after: 'reset' } : undefined,
  )
  await setup.place()
  await setup.waitUntil(
    async () => (await setup.queue())[0]?.may_exist === true && (await states()) === 'pending',
  )
  odoo.behave(undefined)
  odoo.asked.length = 0
  setup.advanceClock(55_000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(odoo.asked).not.toContain('sale.order.action_confirm')
  expect(await states()).toBe('pending')
  // Nor if a process's clock is wrong.
  setup.advanceClock(3_600_000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(odoo.asked).not.toContain('sale.order.action_confirm')
  await ageAttempts(61)
  await setup.waitUntil(async () => (await states()) === 'sent')
})

test('resending an order that Odoo may still be storing does not duplicate it', async () => {
  await setup.close()
  const { settings, odoo } = linked
  setup = await startTransfers(app, 'odoo-again', { kind: 'odoo', settings, secret: odoo.key }, 30_000)
  odoo.behave(({ model, method }) =>
    `${model}.${method}` === 'sale.order.create' ? { after: 'reset' } : undefined,
  )
  const { id } = await setup.place()
  await setup.waitUntil(
    async () => (await setup.queue())[0]?.may_exist === true && (await states()) === 'pending',
  )
  odoo.behave(undefined)
  odoo.asked.length = 0
  const retry = () => setup.shop.admin.post('/api/Erp/Retry', { ids: [id] })
  expect((await retry()).body.data).toEqual({ queued: 1 })
  await setup.shop.admin.post('/api/Erp/Hold', { ids: [id] })
  await retry()
  await setup.shop.admin.post('/api/Erp/Hold', { ids: [id] })
  await setup.shop.admin.post('/api/Shop/TransferOrders', { ids: [id] })
  setup.advanceClock(30_000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(odoo.asked).toEqual([])
  setup.advanceClock(35_000)
  await ageAttempts(61)
  await setup.waitUntil(async () => (await states()) === 'sent')
})

test('a long order of a dead process is left alone for as long as Odoo may take', async () => {
  await setup.place()
  await setup.waitUntil(async () => (await states()) === 'sent')
  const write = (text: string) =>
    app.database.inTenant(setup.shop.tenantId, 'write', (tx) => tx.query({ text }))
  const interruptAttempt = (secondsAgo: number) =>
    write(`update transfer_attempts set outcome = '', ended_at = null,
           started_at = now() - interval '${secondsAgo} s' where tenant_id = $1`)
  // 100 lines of 0.2 s, plus twice the timeout of 2 s.
  linked.odoo.asked.length = 0
  await interruptAttempt(20)
  await write(`update order_transfers q set state = 'sending',
      documents = jsonb_build_array(q.documents -> 0 || jsonb_build_object('lines', many.lines))
    from (select jsonb_agg(documents -> 0 -> 'lines' -> 0) as lines from order_transfers, generate_series(1, 100)
          where tenant_id = $1) many
    where q.tenant_id = $1`)
  // The dead process's job is still due.
  await makeDue(app.database, setup.shop.tenantId, 'erpTransfer')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(linked.odoo.asked).toEqual([])
  await interruptAttempt(25)
  await setup.waitUntil(async () => (await states()) === 'sent')
  expect(linked.odoo.asked).not.toContain('sale.order.create')
})

test('an order refused by Odoo does not block others', async () => {
  const { records } = linked.odoo.models
  linked.odoo.behave(({ model, method, args }) =>
    `${model}.${method}` === 'sale.order.create' && JSON.stringify(args).includes('Kapıda')
      ? { fault: 'odoo.exceptions.UserError', message: 'Dönem kapalı', status: 422 }
      : undefined,
  )
  await setup.place({ description: 'Kapıda' })
  await setup.place()
  await setup.waitUntil(async () => (await states()) === 'dead,sent')
  expect(await setup.queue()).toMatchObject([
    { error_class: 'rejected', error: 'Dönem kapalı', may_exist: false },
    { erp_number: 'S00001' },
  ])
  expect(records.search('sale.order', [])).toHaveLength(1)
})

test('an order cancelled in Odoo is reported as missing', async () => {
  await setup.place()
  await setup.waitUntil(async () => (await states()) === 'sent')
  linked.odoo.models.records.change('sale.order', 1, { state: 'cancel' })
  await reconcile(app.database, setup.shop.tenantId, linked.connector, () => new Date())
  const { runs } = (await setup.shop.admin.get('/api/Erp/GetReconciliations')).body.data
  expect(runs).toMatchObject([{ checked: 1, missing: 1, different: 0, unexpected: 0, error: '' }])
})

test('an order that Odoo created but hides is not sent again', async () => {
  const { records } = linked.odoo.models
  const moveToCompany = (company: number) => {
    for (const sale of records.search('sale.order', [])) sale.company_id = company
  }
  linked.odoo.behave(({ model, method }) => {
    if (`${model}.${method}` === 'sale.order.search_read') moveToCompany(99)
    return undefined
  })
  const { id, guidKey } = await setup.place()
  await setup.waitUntil(
    async () => (await setup.queue())[0]?.may_exist === true && (await states()) === 'pending',
  )
  await setup.restart()
  setup.advanceClock(60_000)
  await setup.waitUntil(async () => (await states()) === 'dead')
  expect((await setup.queue())[0]?.error).toBe(
    'The ERP said that it created this order (1), but does not show it. It is not sent again.',
  )
  linked.odoo.behave(undefined)
  moveToCompany(1)
  await setup.shop.admin.post('/api/Erp/Retry', { ids: [id] })
  await setup.waitUntil(async () => (await states()) === 'sent')
  expect(linked.ordersOf(guidKey)).toMatchObject([{ state: 'sale' }])
})
