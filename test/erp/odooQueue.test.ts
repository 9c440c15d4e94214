import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '#server/erp/reconcile.ts'
import { makeDue } from '../jobs.ts'
import { shopPerTest, useApp } from '../useShop.ts'
import { type LinkedOdoo, linkOdoo } from './linkOdoo.ts'
import type { OdooInjectedFault } from './odooServer.ts'
import { useTransfers } from './useTransfers.ts'

const app = useApp()
const shop = shopPerTest(app)
const transfers = useTransfers(app, shop)
const { queue, states, outcomes, untilStates, untilUncertain, restart } = transfers
let linked: LinkedOdoo

beforeEach(async () => {
  linked = await linkOdoo('json2')
  linked.product('A1-01-S')
  const { settings, odoo } = linked
  await transfers.link({ kind: 'odoo', settings, secret: odoo.key })
  transfers.dispatcher().start()
  return () => linked.odoo.close()
})
const onCreate = (fault: OdooInjectedFault) =>
  linked.odoo.behave(({ model, method }) =>
    `${model}.${method}` === 'sale.order.create' ? fault : undefined,
  )

test('orders are sent in the currency of their price list', async () => {
  const { guidKey } = await shop.place()
  await untilStates('sent')
  expect(await queue()).toMatchObject([{ erp_number: 'S00001' }])
  expect(linked.ordersOf(guidKey)).toMatchObject([{ state: 'sale', pricelist_id: 2, amount_untaxed: 100 }])
})

/** By the database's clock. */
const ageAttempts = (seconds: number) =>
  shop.update(`transfer_attempts set started_at = started_at - interval '${seconds} s'`)

test('a lost answer leaves one order, looked up once the first can no longer arrive', async () => {
  onCreate({ after: 'silence' })
  const { guidKey } = await shop.place()
  await untilUncertain()
  linked.odoo.behave(undefined)
  transfers.clockOffsetMs += 60_000
  await untilStates('sent')
  expect(linked.ordersOf(guidKey)).toMatchObject([{ state: 'sale', name: 'S00001' }])
  expect(await outcomes()).toEqual(['unknown', 'sent'])
})

test('an order is not looked up while Odoo may still be storing it', async () => {
  const { odoo } = linked
  await restart({ timeoutMs: 30_000 })
  onCreate({ after: 'reset' })
  await shop.place()
  await untilUncertain()
  odoo.behave(undefined)
  odoo.asked.length = 0
  transfers.clockOffsetMs += 55_000
  await sleep(500)
  expect(odoo.asked).not.toContain('sale.order.action_confirm')
  expect(await states()).toBe('pending')
  // Nor if a process's clock is wrong.
  transfers.clockOffsetMs += 3_600_000
  await sleep(500)
  expect(odoo.asked).not.toContain('sale.order.action_confirm')
  await ageAttempts(61)
  await untilStates('sent')
})

test('resending an order that Odoo may still be storing does not duplicate it', async () => {
  const { odoo } = linked
  await restart({ timeoutMs: 30_000 })
  onCreate({ after: 'reset' })
  const { id } = await shop.place()
  await untilUncertain()
  odoo.behave(undefined)
  odoo.asked.length = 0
  const retry = () => shop.admin.post('/api/Erp/Retry', { ids: [id] })
  expect((await retry()).body.data).toEqual({ queued: 1 })
  await shop.admin.post('/api/Erp/Hold', { ids: [id] })
  await retry()
  await shop.admin.post('/api/Erp/Hold', { ids: [id] })
  await shop.admin.post('/api/Shop/TransferOrders', { ids: [id] })
  transfers.clockOffsetMs += 30_000
  await sleep(500)
  expect(odoo.asked).toEqual([])
  transfers.clockOffsetMs += 35_000
  await ageAttempts(61)
  await untilStates('sent')
})

test('a long order of a dead process is left alone for as long as Odoo may take', async () => {
  await shop.place()
  await untilStates('sent')
  const interruptAttempt = (secondsAgo: number) =>
    shop.update(
      `transfer_attempts set outcome = '', ended_at = null, started_at = now() - interval '${secondsAgo} s'`,
    )
  // 100 lines of 0.2 s, plus twice the timeout of 2 s.
  linked.odoo.asked.length = 0
  await interruptAttempt(20)
  await shop.query(`update order_transfers q set state = 'sending',
      documents = jsonb_build_array(q.documents -> 0 || jsonb_build_object('lines', many.lines))
    from (select jsonb_agg(documents -> 0 -> 'lines' -> 0) as lines from order_transfers, generate_series(1, 100)
          where tenant_id = $1) many
    where q.tenant_id = $1`)
  // The dead process's job is still due.
  await makeDue(app.database, shop.tenantId, 'erpTransfer')
  await sleep(500)
  expect(linked.odoo.asked).toEqual([])
  await interruptAttempt(25)
  await untilStates('sent')
  expect(linked.odoo.asked).not.toContain('sale.order.create')
})

test('an order refused by Odoo does not block others', async () => {
  const { records } = linked.odoo.models
  linked.odoo.behave(({ model, method, args }) =>
    `${model}.${method}` === 'sale.order.create' && JSON.stringify(args).includes('Kapıda')
      ? { fault: 'odoo.exceptions.UserError', message: 'Dönem kapalı', status: 422 }
      : undefined,
  )
  await shop.place({ description: 'Kapıda' })
  await shop.place()
  await untilStates('dead,sent')
  expect(await queue()).toMatchObject([
    { error_class: 'rejected', error: 'Dönem kapalı', may_exist: false },
    { erp_number: 'S00001' },
  ])
  expect(records.search('sale.order', [])).toHaveLength(1)
})

test('an order cancelled in Odoo is reported as missing', async () => {
  await shop.place()
  await untilStates('sent')
  linked.odoo.models.records.change('sale.order', 1, { state: 'cancel' })
  await reconcile(app.database, shop.tenantId, linked.connector, () => new Date())
  const { runs } = (await shop.admin.get('/api/Erp/GetReconciliations')).body.data
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
  const { id, guidKey } = await shop.place()
  await untilUncertain()
  await restart()
  transfers.clockOffsetMs += 60_000
  await untilStates('dead')
  expect((await queue())[0]?.error).toBe(
    'The ERP said that it created this order (1), but does not show it. It is not sent again.',
  )
  linked.odoo.behave(undefined)
  moveToCompany(1)
  await shop.admin.post('/api/Erp/Retry', { ids: [id] })
  await untilStates('sent')
  expect(linked.ordersOf(guidKey)).toMatchObject([{ state: 'sale' }])
})
