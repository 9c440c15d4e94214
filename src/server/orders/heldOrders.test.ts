import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { connected } from '#server/db/connection.ts'
import { openDatabase } from '#server/db/tenant.ts'
import { openTenants } from '#server/tenancy/tenants.ts'
import { client, refusal } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import { linkErp, password } from '#test/factories.ts'
import { makeDue, testJobs } from '#test/jobs.ts'
import { secondServer, shopPerTest, useApp } from '#test/useShop.ts'
import { heldOrdersJob } from './heldOrders.ts'

const app = useApp()
const shop = shopPerTest(app)

beforeEach(async () => {
  await linkErp(app, shop.tenantId)
  await shop.update('erp_links set is_automatic = true')
})

const limit = (amount: number | null) =>
  shop.update(`accounts set credit_limit = $2 where code = '120.01'`, amount)
const change = async (fields: object) => {
  const settings = (await shop.admin.get('/api/Account/GetTenantSettings')).body.data
  const { status } = await shop.admin.post('/api/Account/UpdateTenantSettings', { ...settings, ...fields })
  expect(status).toBe(200)
}
/** An order of A1 S, which costs 100. */
const pieces = (qty: number, more: object = {}) => ({ lines: { 'A1 S': qty }, ...more })
const read = async (id: string) => (await shop.admin.get('/api/Shop/GetOrderById', { id })).body.data
const held = async (state = 'review') =>
  (await shop.admin.post('/api/Shop/GetHeldOrders', { state })).body.data.items
const accept = (id: string, version: number, caller = shop.admin) =>
  caller.post('/api/Shop/AcceptHeldOrder', { id, version })
const giveBack = (id: string, version: number, note = 'Önce ödeme') =>
  shop.admin.post('/api/Shop/ReturnHeldOrder', { id, version, note })
const answer = (guidKey: string, version: number, what: string, caller = shop.dealer) =>
  caller.post('/api/Shop/AnswerReturnedOrder', { guidKey, version, answer: what })
const queued = async () =>
  (await shop.query<{ state: string }>('select state from order_transfers where tenant_id = $1')).map(
    ({ state }) => state,
  )
const kinds = ({ hold = [] }: { hold?: { kind: string }[] }) => hold.map(({ kind }) => kind)

describe('an order over the limit', () => {
  beforeEach(() => limit(500))

  test('waits for the office with the reason, keeps its stock, and does not go to the ERP', async () => {
    const first = await shop.order(pieces(3))
    expect([first.status, first.body.hold]).toEqual([200, undefined])
    const body = shop.orderBody(pieces(3))
    const second = await shop.dealer.post('/api/Shop/PostShopCart', body)
    const reasons = [{ kind: 'limit', amount: 100, currency: 'TRY' }]
    expect([second.status, second.body.hold]).toEqual([200, reasons])
    expect(await shop.inventory('A1 S')).toBe(14)
    expect(await queued()).toEqual(['pending'])
    expect(await read(second.body.orderId)).toMatchObject({ state: 'review', hold: { reasons, note: '' } })
    expect(await held()).toMatchObject([{ id: second.body.orderId, reasons, totals: [{ amount: 300 }] }])
    // Sent again, the order gets the same answer.
    const again = await shop.dealer.post('/api/Shop/PostShopCart', body)
    expect(again.body).toEqual(second.body)
    const sent = await shop.admin.post('/api/Shop/TransferOrders', { ids: [second.body.orderId] })
    expect(sent.body.data.orders[0].outcome).toBe('held')
    const split = await shop.admin.post('/api/Shop/SplitOrder', { id: second.body.orderId, version: 1 })
    expect(split.status).toBe(409)
  })

  test('is accepted with one press, as often as that is pressed', async () => {
    const { id } = await shop.place(pieces(6))
    const answers = await Promise.all([accept(id, 1), accept(id, 1), accept(id, 1)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await read(id)).toMatchObject({ state: 'placed', version: 2 })
    expect((await read(id)).hold).toBeUndefined()
    expect(await held()).toEqual([])
    expect(await queued()).toEqual(['pending'])
    const actions = (await changesOf(app, shop, 'order')).map(({ action }) => action)
    expect(actions.toSorted()).toEqual(['accepted', 'placed'])
  })

  test('is returned with a note, and placed once the dealer has made it smaller', async () => {
    const { id, body } = await shop.place(pieces(6))
    expect(await giveBack(id, 1, '')).toMatchObject({
      status: 400,
      body: { fields: { note: expect.any(String) } },
    })
    expect((await giveBack(id, 1)).status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'returned', hold: { note: 'Önce ödeme' } })
    expect(await held('returned')).toMatchObject([{ id, note: 'Önce ödeme' }])
    // An order that was only returned cannot be accepted as it is.
    expect(await answer(body.guidKey, 2, 'accept')).toMatchObject(refusal(409, 'record.changed'))
    const amended = { ...shop.orderBody(pieces(6)), guidKey: body.guidKey, description: 'x', version: 2 }
    const still = await shop.dealer.post('/api/Shop/PostShopCart', amended)
    expect(kinds(still.body)).toEqual(['limit'])
    const smaller = { ...shop.orderBody(pieces(4)), guidKey: body.guidKey, version: 3 }
    const placed = await shop.dealer.post('/api/Shop/PostShopCart', smaller)
    expect([placed.status, placed.body.hold]).toEqual([200, undefined])
    expect(await read(id)).toMatchObject({ state: 'placed', qty: 4 })
    expect(await queued()).toEqual(['pending'])
    expect(await shop.inventory('A1 S')).toBe(16)
  })

  test('is returned once, as often as the same note is sent', async () => {
    const { id } = await shop.place(pieces(6))
    for (const note of ['Önce ödeme', 'Önce ödeme']) expect((await giveBack(id, 1, note)).status).toBe(200)
    expect(await giveBack(id, 1, 'Another')).toMatchObject(refusal(409, 'record.changed'))
    expect(await read(id)).toMatchObject({ state: 'returned', version: 2, hold: { note: 'Önce ödeme' } })
    const actions = (await changesOf(app, shop, 'order')).map(({ action }) => action)
    expect(actions.toSorted()).toEqual(['placed', 'returned'])
  })

  test('that was returned keeps the note when the office changes only its description', async () => {
    const { id, body } = await shop.place(pieces(6))
    expect((await giveBack(id, 1)).status).toBe(200)
    const described = { ...body, description: 'Ocak', version: 2 }
    expect((await shop.admin.post('/api/Shop/PostShopCart', described)).status).toBe(200)
    expect(await read(id)).toMatchObject({
      state: 'returned',
      description: 'Ocak',
      hold: { note: 'Önce ödeme' },
    })
  })

  test('that was returned keeps the note when the office changes its lines and returns it without another', async () => {
    const { id, body } = await shop.place(pieces(6))
    expect((await giveBack(id, 1)).status).toBe(200)
    const fewer = { ...shop.orderBody(pieces(4)), guidKey: body.guidKey, version: 2 }
    expect((await shop.admin.post('/api/Shop/PostShopCart', fewer)).status).toBe(200)
    const returned = { state: 'returned', hold: { note: 'Önce ödeme', before: [{ qty: 6 }] } }
    expect(await read(id)).toMatchObject(returned)
    expect((await giveBack(id, 3, '')).status).toBe(200)
    expect(await read(id)).toMatchObject(returned)
    // The dealer's answer removes the note.
    const again = { ...shop.orderBody(pieces(7)), guidKey: body.guidKey, version: 4 }
    expect(kinds((await shop.dealer.post('/api/Shop/PostShopCart', again)).body)).toEqual(['limit'])
    expect(await read(id)).toMatchObject({ state: 'review', hold: { note: '' } })
  })

  test('that was returned is sent again as it was, once the dealer has paid', async () => {
    const { id, body } = await shop.place(pieces(6))
    expect((await giveBack(id, 1)).status).toBe(200)
    const again = { ...body, version: 2 }
    expect(kinds((await shop.dealer.post('/api/Shop/PostShopCart', again)).body)).toEqual(['limit'])
    expect(await read(id)).toMatchObject({ state: 'review', version: 3 })
    expect((await giveBack(id, 3)).status).toBe(200)
    await limit(600)
    const paid = await shop.dealer.post('/api/Shop/PostShopCart', { ...body, version: 4 })
    expect([paid.status, paid.body.hold]).toEqual([200, undefined])
    expect(await read(id)).toMatchObject({ state: 'placed' })
    expect(await queued()).toEqual(['pending'])
  })

  test('is withdrawn by the dealer, which returns its stock', async () => {
    const { id, body } = await shop.place(pieces(6))
    expect((await answer(body.guidKey, 1, 'withdraw')).body.data).toEqual({ state: 'cancelled' })
    expect((await answer(body.guidKey, 1, 'withdraw')).status).toBe(200)
    expect(await shop.inventory('A1 S')).toBe(20)
    expect(await read(id)).toMatchObject({ state: 'cancelled' })
    // Once restored, the order waits again.
    expect((await shop.admin.get('/api/Shop/RestoreOrder', { id })).status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'review', hold: { reasons: [{ kind: 'limit' }] } })
    expect(await queued()).toEqual([])
  })

  test('goes back to the dealer with what the office changed', async () => {
    const { id, body } = await shop.place(pieces(6))
    const offer = {
      ...shop.orderBody({ lines: { 'A1 S': 4, 'A2 S': 1 } }),
      guidKey: body.guidKey,
      version: 1,
    }
    const offered = await shop.admin.post('/api/Shop/PostShopCart', offer)
    expect([offered.status, offered.body.hold]).toEqual([200, undefined])
    const before = [{ productId: shop.id('A1 S'), name: 'A1 01 S', qty: 6, unitPrice: 100 }]
    expect(await read(id)).toMatchObject({ state: 'returned', qty: 5, hold: { before } })
    expect(await accept(id, 2)).toMatchObject(refusal(409, 'record.changed'))
    // Changed once more: the comparison is still with what was ordered.
    const more = { ...offer, lines: offer.lines.slice(0, 1), version: 2 }
    expect((await shop.admin.post('/api/Shop/PostShopCart', more)).status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'returned', qty: 4, hold: { before } })
    expect(await answer(body.guidKey, 2, 'accept')).toMatchObject(refusal(409, 'record.changed'))
    expect(await answer(body.guidKey, 3, 'accept', shop.admin)).toMatchObject(
      refusal(403, 'permission.denied'),
    )
    const answers = await Promise.all([answer(body.guidKey, 3, 'accept'), answer(body.guidKey, 3, 'accept')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await read(id)).toMatchObject({ state: 'placed', qty: 4 })
    expect(await queued()).toEqual(['pending'])
    expect(await shop.inventory('A1 S')).toBe(16)
  })

  test('goes back to the dealer with another size in place of what they ordered', async () => {
    const { id, body } = await shop.place(pieces(6))
    const offer = { ...shop.orderBody({ lines: { 'A2 S': 6 } }), guidKey: body.guidKey, version: 1 }
    expect((await shop.admin.post('/api/Shop/PostShopCart', offer)).status).toBe(200)
    const before = [{ productId: shop.id('A1 S'), qty: 6 }]
    expect(await read(id)).toMatchObject({ state: 'returned', hold: { before } })
    expect(await accept(id, 2)).toMatchObject(refusal(409, 'record.changed'))
  })

  test('an offer that was cancelled and restored can still be answered', async () => {
    const { id, body } = await shop.place(pieces(6))
    const offer = { ...shop.orderBody(pieces(5)), guidKey: body.guidKey, version: 1 }
    expect((await shop.admin.post('/api/Shop/PostShopCart', offer)).status).toBe(200)
    expect((await answer(body.guidKey, 2, 'withdraw')).status).toBe(200)
    expect((await shop.admin.get('/api/Shop/RestoreOrder', { id })).status).toBe(200)
    const restored = await read(id)
    expect(restored).toMatchObject({ state: 'returned', hold: { before: [{ qty: 6 }] } })
    expect((await answer(body.guidKey, restored.version, 'accept')).body.data).toEqual({ state: 'placed' })
  })

  test('is cancelled when its time is over', async () => {
    const { id } = await shop.place(pieces(6))
    await shop.update(`order_holds set keeps_until = '2026-01-01'`)
    await makeDue(app.database, shop.tenantId, 'heldOrders')
    const jobs = testJobs(app.database, { heldOrders: heldOrdersJob(app) })
    jobs.start()
    await expect.poll(async () => (await read(id)).state).toBe('cancelled')
    await jobs.stop()
    expect(await shop.inventory('A1 S')).toBe(20)
    const last = (await changesOf(app, shop, 'order')).at(-1)
    expect(last).toMatchObject({ action: 'expired', userName: 'operator' })
  })

  test('is cancelled also if the customer does not answer what was returned', async () => {
    const { id } = await shop.place(pieces(6))
    expect((await giveBack(id, 1)).status).toBe(200)
    await shop.update(`order_holds set keeps_until = '2026-01-01'`)
    const { signal } = new AbortController()
    const next = await heldOrdersJob(app)({
      tenantId: shop.tenantId,
      signal,
      attempt: 1,
      hold: async () => {},
    })
    expect(await read(id)).toMatchObject({ state: 'cancelled' })
    expect(await shop.inventory('A1 S')).toBe(20)
    expect(next).toBeUndefined()
  })

  test('which the office had kept from the ERP is still kept from it once accepted', async () => {
    const { id, body } = await shop.place(pieces(5))
    expect((await shop.admin.post('/api/Erp/Hold', { ids: [id] })).status).toBe(200)
    const more = { ...shop.orderBody(pieces(6)), guidKey: body.guidKey, version: 1 }
    expect(kinds((await shop.dealer.post('/api/Shop/PostShopCart', more)).body)).toEqual(['limit'])
    expect((await accept(id, 2)).status).toBe(200)
    expect(await queued()).toEqual(['held'])
  })

  test('because it was cancelled and restored, while another one took its place, waits', async () => {
    const first = await shop.place(pieces(5))
    expect((await shop.agent.get('/api/Shop/DeleteOrder', { id: first.id })).status).toBe(200)
    const second = await shop.order(pieces(5))
    expect(kinds(second.body)).toEqual([])
    const restore = (caller = shop.agent) => caller.get('/api/Shop/RestoreOrder', { id: first.id })
    expect((await restore()).status).toBe(200)
    const reasons = [{ kind: 'limit', amount: 500, currency: 'TRY' }]
    expect(await read(first.id)).toMatchObject({ state: 'review', hold: { reasons } })
    expect(await queued()).toEqual(['pending'])
    // The office decides by restoring it.
    expect((await accept(first.id, 3)).status).toBe(200)
    expect((await shop.agent.get('/api/Shop/DeleteOrder', { id: first.id })).status).toBe(200)
    expect((await restore(shop.admin)).status).toBe(200)
    expect(await read(first.id)).toMatchObject({ state: 'placed' })
    expect(await queued()).toEqual(['pending', 'pending'])
  })

  test('has its time again if it is changed just before it would be cancelled', async () => {
    const { id, body } = await shop.place(pieces(6))
    await shop.update(`order_holds set keeps_until = '2026-01-01'`)
    const changed = { ...body, description: 'x', version: 1 }
    let reads = 0
    const inTenant: typeof app.database.inTenant = async (tenantId, mode, work) => {
      const found = await app.database.inTenant(tenantId, mode, work)
      reads += 1
      if (reads === 1) await shop.dealer.post('/api/Shop/PostShopCart', changed)
      return found
    }
    const { signal } = new AbortController()
    const run = { tenantId: shop.tenantId, signal, attempt: 1, hold: async () => {} }
    await heldOrdersJob({ database: { inTenant } })(run)
    expect(await read(id)).toMatchObject({ state: 'review', version: 2 })
    expect(await shop.inventory('A1 S')).toBe(14)
  })

  test('cannot be marked as entered in the ERP, which would keep it from ever being decided', async () => {
    const { id } = await shop.place(pieces(6))
    const entered = await shop.admin.post('/api/Erp/MarkEntered', { id, erpNumber: '1' })
    expect(entered).toMatchObject(refusal(409, 'record.changed'))
    expect(await read(id)).toMatchObject({ state: 'review', transfer: false })
  })

  test('that was placed before waits again only if it grows past it', async () => {
    const { id, body } = await shop.place(pieces(5))
    await limit(300)
    const amend = (qty: number, version: number) =>
      shop.dealer.post('/api/Shop/PostShopCart', {
        ...shop.orderBody(pieces(qty)),
        guidKey: body.guidKey,
        version,
      })
    expect(kinds((await amend(4, 1)).body)).toEqual([])
    expect(await queued()).toEqual(['pending'])
    expect(kinds((await amend(6, 2)).body)).toEqual(['limit'])
    expect(await queued()).toEqual([])
    expect(await read(id)).toMatchObject({ state: 'review' })
    // The office changes an accepted order without asking anybody.
    expect((await accept(id, 3)).status).toBe(200)
    const office = { ...shop.orderBody(pieces(9)), guidKey: body.guidKey, version: 4 }
    expect((await shop.admin.post('/api/Shop/PostShopCart', office)).status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'placed', qty: 9 })
  })

  test('counts other currencies by their rates, and waits without one', async () => {
    await shop.update(`prices set currency_code = 'EUR', amount_minor = 1000 where price_group = 'CB'`)
    const body = shop.orderBody({ lines: { 'A1 S': [1, 10] } })
    const lines = body.lines.map((line) => ({ ...line, priceCurrencyCode: 'EUR' }))
    const send = (qty: number) =>
      shop.dealer.post('/api/Shop/PostShopCart', {
        ...body,
        guidKey: randomUUID(),
        lines: lines.map((line) => ({ ...line, qty })),
      })
    expect((await send(1)).body.hold).toEqual([{ kind: 'rate', currency: 'EUR' }])
    const rates = [{ currency: 'EUR', rate: 45.5 }]
    const saved = await shop.admin.post('/api/Shop/SaveRates', { currency: 'TRY', rates })
    expect(saved.status).toBe(200)
    // 10 + 10 = 20 euros are 910 lira; 500 may be owed.
    expect((await send(1)).body.hold).toEqual([{ kind: 'limit', amount: 410, currency: 'TRY' }])
  })

  test('and partly in a currency without a rate, waits for both', async () => {
    const amounts = `amount_minor = 1000, currency_code = 'EUR'`
    await shop.update(`prices set ${amounts} where variant_id = $2`, shop.id('A2 S'))
    const body = shop.orderBody({ lines: { 'A1 S': 6, 'A2 S': [1, 10] } })
    const lines = body.lines.map((line, at) => (at === 1 ? { ...line, priceCurrencyCode: 'EUR' } : line))
    const { hold } = (await shop.dealer.post('/api/Shop/PostShopCart', { ...body, lines })).body
    expect(hold).toEqual([
      { kind: 'rate', currency: 'EUR' },
      { kind: 'limit', amount: 100, currency: 'TRY' },
    ])
  })

  // Not on a cluster: the test waits to see orders wait on the coordinator, where none do. Season orders lock
  // no stock, which would make them wait for each other anyway.
  test.skipIf(inject('isDistributed'))('of 64 buyers at two servers at once never passes it', async () => {
    await limit(1000)
    const database = await openDatabase(app.connections, { poolSize: 5 })
    onTestFinished(() => database.close())
    const { port } = await secondServer(app, { database, tenants: openTenants(database, { isKept: false }) })
    const there = client(port, { host: `${shop.key}.localhost` })
    const signedIn = await there.post('/api/Account/authenticate', { username: 'dealer', password })
    const elsewhere = there.as(signedIn.body)
    const send = (at: number) =>
      shop.order(
        {
          lines: { [`${['A1', 'A2', 'B1', 'B2'][at % 4]} ${at % 8 < 4 ? 'S' : 'M'}`]: 6 },
          orderType: 'Season',
        },
        at % 2 === 0 ? shop.dealer : elsewhere,
      )
    await using holder = await connected({ ...app.connections.owner, user: 'postgres' })
    await holder.query('begin')
    await holder.query('select from accounts where tenant_id = $1 for no key update', [shop.tenantId])
    const waiting = async () => {
      // A transaction would keep the connection list of its first look.
      await holder.query('select pg_stat_clear_snapshot()')
      const blocked = `select from pg_stat_activity
        where datname = current_database() and usename = 'toptan_app' and wait_event_type = 'Lock'`
      return (await holder.query(blocked)).rowCount
    }
    const sent: ReturnType<typeof send>[] = []
    // An order at each server waits for the account; so do all others, which are then released at once.
    for (const server of [1, 2]) {
      sent.push(send(server))
      await expect.poll(waiting, { timeout: 5000 }).toBe(server)
    }
    for (let at = 2; at < 64; at += 1) sent.push(send(at))
    await holder.query('commit')
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const placed = answers.filter(({ body }) => !body.hold)
    expect(placed).toHaveLength(1)
    const [{ sum } = { sum: 0 }] = await shop.query<{ sum: number }>(
      `select sum(amount_minor)::float8 as sum from orders where tenant_id = $1 and state = 'placed'`,
    )
    expect(sum).toBe(60_000)
    expect(await held()).toHaveLength(20)
  })
})

describe('an order', () => {
  test('of a customer with overdue debts is refused, held or let through as agreed', async () => {
    await shop.query(
      `insert into account_balances (tenant_id, account_id, currency_code, balance, as_of, source)
       select $1, id, 'TRY', 700, now(), 'file' from accounts where tenant_id = $1 and code = '120.01'`,
    )
    await shop.query(
      `insert into account_documents
         (tenant_id, account_id, key, kind, issued_on, due_on, currency_code, amount, open_amount)
       select $1, id, 'f1', 'invoice', '2026-01-01', '2026-02-01', 'TRY', 700, 250
       from accounts where tenant_id = $1 and code = '120.01'`,
    )
    const when = (what: string) => shop.update(`accounts set when_overdue = $2 where code = '120.01'`, what)
    await when('refuse')
    expect(await shop.order()).toMatchObject(refusal(409, 'order.overdue'))
    expect(await shop.inventory('A1 S')).toBe(20)
    await when('hold')
    expect((await shop.order()).body.hold).toEqual([{ kind: 'overdue', amount: 250, currency: 'TRY' }])
    await when('warn')
    expect((await shop.order()).body.hold).toBeUndefined()
    await limit(900)
    expect((await shop.order()).body.hold).toEqual([{ kind: 'limit', amount: 100, currency: 'TRY' }])
  })

  test('of a new customer waits until one was accepted', async () => {
    await change({ holdFirstOrders: true })
    const { id } = await shop.place()
    expect(await read(id)).toMatchObject({ state: 'review', hold: { reasons: [{ kind: 'firstOrder' }] } })
    expect(kinds((await shop.order()).body)).toEqual(['firstOrder'])
    expect((await accept(id, 1)).status).toBe(200)
    expect(kinds((await shop.order()).body)).toEqual([])
  })

  test('with other quantities than agreed needs a reason; agents settle what the office lets them', async () => {
    const rule = { audience: 'everybody', target: 'item', itemCode: 'A1', measure: 'pieces', minimum: 5 }
    const saved = await shop.admin.post('/api/Price/SaveQuantityRule', rule)
    expect(saved.status).toBe(200)
    const reason = { overrideReason: 'Vitrin için' }
    expect(await shop.order()).toMatchObject(refusal(409, 'order.quantityRules'))
    expect(kinds((await shop.order(pieces(1, reason))).body)).toEqual(['quantities'])
    expect(kinds((await shop.order(pieces(1, reason), shop.agent)).body)).toEqual(['quantities'])
    expect((await held())[0]).toMatchObject(reason)
    const { id } = saved.body.data
    await shop.admin.post('/api/Price/SaveQuantityRule', { ...rule, id, mayOverride: true })
    expect(kinds((await shop.order(pieces(1, reason), shop.agent)).body)).toEqual([])
    expect(kinds((await shop.order(pieces(1, reason))).body)).toEqual(['quantities'])
    await shop.update(`variants set min_qty = 3`)
    expect(await shop.order({ lines: { 'A2 S': 1 } })).toMatchObject(refusal(409, 'order.belowMinimum'))
    const less = await shop.order({ lines: { 'A2 S': 1 }, ...reason }, shop.agent)
    expect(kinds(less.body)).toEqual(['quantities'])
  })

  test('tells the customer their own reason for quantities, not an agent’s', async () => {
    const rule = { audience: 'everybody', target: 'item', itemCode: 'A1', measure: 'pieces', minimum: 5 }
    await shop.admin.post('/api/Price/SaveQuantityRule', { ...rule, mayOverride: true })
    const reasonsShownTo = async (
      caller: typeof shop.dealer,
      { guidKey, id }: { guidKey: string; id: string },
    ) => {
      const answers = [
        await caller.get('/api/Shop/GetShopHomeCart', { guidKey }),
        await caller.get('/api/Shop/GetOrderById', { id }),
      ]
      return answers.map(({ body }) => body.data.overrideReason)
    }
    const agents = await shop.place(pieces(1, { overrideReason: 'Zor müşteri' }), shop.agent)
    expect(await reasonsShownTo(shop.dealer, agents)).toEqual(['', ''])
    expect(await reasonsShownTo(shop.agent, agents)).toEqual(['Zor müşteri', 'Zor müşteri'])
    const own = await shop.place(pieces(1, { overrideReason: 'Vitrin için' }))
    expect(await reasonsShownTo(shop.dealer, own)).toEqual(['Vitrin için', 'Vitrin için'])
    // Amended without a reason, the order keeps its own; another reason is its writer's.
    const amend = (caller: typeof shop.dealer, overrideReason: string, version: number) =>
      caller.post('/api/Shop/PostShopCart', {
        ...own.body,
        overrideReason,
        version,
        description: `v${version}`,
      })
    expect((await amend(shop.agent, '', 1)).status).toBe(200)
    expect(await reasonsShownTo(shop.dealer, own)).toEqual(['Vitrin için', 'Vitrin için'])
    expect((await amend(shop.agent, 'Anlaştık', 2)).status).toBe(200)
    expect(await reasonsShownTo(shop.dealer, own)).toEqual(['', ''])
  })
})

test('an order with other quantities than agreed waits on, whatever else of it is changed', async () => {
  const rule = { audience: 'everybody', target: 'item', itemCode: 'A1', measure: 'pieces', minimum: 5 }
  expect((await shop.admin.post('/api/Price/SaveQuantityRule', rule)).status).toBe(200)
  await shop.update(`variants set min_qty = 3`)
  for (const variant of ['A1 S', 'A2 S']) {
    const { id, body } = await shop.place({ lines: { [variant]: 1 }, overrideReason: 'Vitrin için' })
    const amended = { ...body, description: 'x', version: 1 }
    expect(kinds((await shop.dealer.post('/api/Shop/PostShopCart', amended)).body)).toEqual(['quantities'])
    expect(await read(id)).toMatchObject({ state: 'review', description: 'x' })
    expect((await accept(id, 2)).status).toBe(200)
    // Once accepted, the order may keep its quantities.
    const later = { ...body, description: 'y', version: 3 }
    expect(kinds((await shop.dealer.post('/api/Shop/PostShopCart', later)).body)).toEqual([])
  }
})

describe('a discount', () => {
  beforeEach(() => shop.update(`agents set max_discount = 10 where code = 'P1'`))
  const line = (unitPrice: number) => ({
    ...shop.orderBody({ lines: { 'A1 S': [2, unitPrice], 'A2 S': 1 } }),
    discountReason: 'Fuar',
  })
  const withLine = (discount: number, unitPrice: number) => {
    const body = line(unitPrice)
    return { ...body, lines: body.lines.map((one, at) => (at === 0 ? { ...one, discount } : one)) }
  }
  const send = (body: object, caller = shop.agent) => caller.post('/api/Shop/PostShopCart', body)

  test('is for agents only, with a reason where the office wants it', async () => {
    expect(await send(withLine(10, 90), shop.dealer)).toMatchObject(refusal(403, 'permission.denied'))
    const mute = { ...withLine(10, 90), discountReason: '' }
    expect(await send(mute)).toMatchObject({
      status: 400,
      body: { fields: { discountReason: expect.any(String) } },
    })
    await change({ discountReasonRequired: false })
    expect((await send(mute)).status).toBe(200)
  })

  test('stands in the steps of the price, and beyond the agent’s own the order waits', async () => {
    const own = withLine(10, 90)
    const placed = await send(own)
    expect([placed.status, placed.body.hold]).toEqual([200, undefined])
    const { orderId } = placed.body
    const order = await read(orderId)
    expect(order).toMatchObject({ discountReason: 'Fuar', totals: [{ amount: 280 }] })
    // The reason is shown to the office, not to the customer.
    const seen = await shop.dealer.get('/api/Shop/GetOrderById', { id: orderId })
    expect(seen.body.data).toMatchObject({ discountReason: '', totals: [{ amount: 280 }] })
    expect(order.lines[0]).toMatchObject({
      unitPrice: 90,
      listPrice: 100,
      priceSteps: [{ by: 'line', percents: [10], unitPrice: 90 }],
    })
    expect(order.lines[1].priceSteps).toBeUndefined()
    const larger = await send(withLine(12.5, 87.5))
    expect(larger.body.hold).toEqual([{ kind: 'discount', percent: 12.5, maxPercent: 10 }])
    // The office has no limit.
    expect((await send(withLine(50, 50), shop.admin)).body.hold).toBeUndefined()
    expect(await send(withLine(10, 85))).toMatchObject(refusal(409, 'order.priceChanged'))
  })

  /** The order as sent by a dealer, who knows of no discount. */
  const plain = ({ lines, ...body }: ReturnType<typeof withLine>, qty = 2) => {
    const { discountReason: _reason, ...rest } = body
    return {
      ...rest,
      lines: lines.map((one, at) => ({ ...one, discount: undefined, qty: at === 0 ? qty : 1 })),
    }
  }

  test('that waits is still asked for when the dealer changes the order', async () => {
    const body = withLine(50, 50)
    const { orderId } = (await send(body)).body
    const amended = await send({ ...plain(body), description: 'x', version: 1 }, shop.dealer)
    expect(amended.body.hold).toEqual([{ kind: 'discount', percent: 50, maxPercent: 10 }])
    expect(await queued()).toEqual([])
    expect((await accept(orderId, 2)).status).toBe(200)
    const later = await send({ ...plain(body), description: 'y', version: 3 }, shop.dealer)
    expect([later.status, later.body.hold]).toEqual([200, undefined])
    expect(await read(orderId)).toMatchObject({ state: 'placed', totals: [{ amount: 200 }] })
  })

  test('that was accepted is asked for again for more pieces, whoever adds them', async () => {
    const body = withLine(50, 50)
    const { orderId } = (await send(body)).body
    expect((await accept(orderId, 1)).status).toBe(200)
    const reasons = [{ kind: 'discount', percent: 50, maxPercent: 10 }]
    const less = { ...body, lines: body.lines.map((one) => ({ ...one, qty: 1 })), version: 2 }
    expect((await send(less)).body.hold).toBeUndefined()
    // More pieces in place of the other line, which had no discount: the order does not grow.
    const alone = body.lines.slice(0, 1).map((one) => ({ ...one, qty: 3 }))
    expect((await send({ ...body, lines: alone, version: 3 })).body.hold).toEqual(reasons)
    expect((await accept(orderId, 4)).status).toBe(200)
    const more = await send({ ...plain(body, 20), version: 5 }, shop.dealer)
    expect(more.body.hold).toEqual([{ kind: 'discount', percent: 50, maxPercent: 0 }])
  })

  test('within the agent’s own is for the pieces that it was given for: a dealer who wants more of it waits', async () => {
    const body = shop.orderBody({ lines: { 'A1 S': [1, 90] } })
    const given = { ...body, discount: 10, discountReason: 'Fuar' }
    const { orderId, hold } = (await send(given)).body
    expect(hold).toBeUndefined()
    const amend = (lines: Record<string, [number, number]>, version: number) => {
      const { lines: wanted } = shop.orderBody({ lines })
      return send({ ...body, lines: wanted, version }, shop.dealer)
    }
    // The pieces that the discount was given for keep it, and so do fewer of them.
    expect((await send({ ...body, description: 'x', version: 1 }, shop.dealer)).body.hold).toBeUndefined()
    const reasons = [{ kind: 'discount', percent: 10, maxPercent: 0 }]
    expect((await amend({ 'A2 S': [5, 90] }, 2)).body.hold).toEqual(reasons)
    expect((await amend({ 'A1 S': [3, 90] }, 3)).body.hold).toEqual(reasons)
    expect(await queued()).toEqual([])
    expect((await accept(orderId, 4)).status).toBe(200)
    expect((await amend({ 'A1 S': [2, 90] }, 5)).body.hold).toBeUndefined()
    // The agent gives the discount again.
    const agents = { ...given, lines: shop.orderBody({ lines: { 'A2 S': [5, 90] } }).lines, version: 6 }
    expect((await send(agents)).body.hold).toBeUndefined()
  })

  test('can be taken away after the dealer has changed the order, who did not mention it', async () => {
    await change({ discountReasonRequired: false })
    const body = { ...withLine(10, 90), discountReason: '' }
    const { orderId } = (await send(body)).body
    const less = await send({ ...plain(body, 1), version: 1 }, shop.dealer)
    expect([less.status, (await read(orderId)).totals[0].amount]).toEqual([200, 190])
    const lines = plain(body, 1).lines.map((one) => ({ ...one, unitPrice: 100, discount: 0 }))
    const without = { ...body, lines, discount: 0, version: 2 }
    expect((await send(without)).status).toBe(200)
    expect((await read(orderId)).totals[0].amount).toBe(200)
    // Sent once more, it changes nothing.
    expect((await send(without)).status).toBe(200)
    expect(await read(orderId)).toMatchObject({ version: 3 })
  })

  test('that moves from the line to the order is taken off once', async () => {
    const given = withLine(10, 90)
    const body = { ...given, lines: given.lines.slice(0, 1) }
    const { orderId } = (await send(body)).body
    const lines = body.lines.map((one) => ({ ...one, discount: 0 }))
    expect((await send({ ...body, discount: 10, lines, version: 1 })).status).toBe(200)
    expect((await read(orderId)).lines[0].priceSteps).toMatchObject([{ by: 'order', percents: [10] }])
    const dealers = { ...plain(body), description: 'x', version: 2 }
    expect((await send(dealers, shop.dealer)).status).toBe(200)
    expect((await read(orderId)).totals[0].amount).toBe(180)
  })

  test('on the order comes off each line after its own', async () => {
    const body = shop.orderBody({ lines: { 'A1 S': [1, 85.5], 'A2 S': [1, 95] } })
    const lines = body.lines.map((one, at) => (at === 0 ? { ...one, discount: 10 } : one))
    const order = { ...body, lines, discount: 5, discountReason: 'Fuar' }
    const { body: placed } = await send(order)
    expect(placed.hold).toEqual([{ kind: 'discount', percent: 14.5, maxPercent: 10 }])
    const { lines: read1, discount } = await read(placed.orderId)
    expect([discount, read1.map((one: { unitPrice: number }) => one.unitPrice)]).toEqual([5, [85.5, 95]])
    expect(read1[0].priceSteps.map((step: { by: string }) => step.by)).toEqual(['line', 'order'])
    // Discounts that an amendment leaves out stay; if it sets them to 0, the price before them returns.
    const kept = { ...body, description: 'x', version: 1 }
    expect((await send(kept)).status).toBe(200)
    expect(await read(placed.orderId)).toMatchObject({ discount: 5, totals: [{ amount: 180.5 }] })
    const full = shop.orderBody({ lines: { 'A1 S': 1, 'A2 S': 1 } })
    const none = { ...full, guidKey: body.guidKey, discount: 0, version: 2 }
    const removed = await send({ ...none, lines: none.lines.map((one) => ({ ...one, discount: 0 })) })
    expect([removed.status, removed.body.hold]).toEqual([200, undefined])
    const after = await read(placed.orderId)
    expect(after).toMatchObject({ state: 'placed', discount: 0, totals: [{ amount: 200 }] })
    expect(after.lines[0].priceSteps).toBeUndefined()
  })
})

test('decisions are the office’s, or of whom it gives that task', async () => {
  await limit(50)
  const { id, body } = await shop.place()
  expect(await accept(id, 1, shop.dealer)).toMatchObject(refusal(403, 'permission.denied'))
  expect(await accept(id, 1, shop.agent)).toMatchObject(refusal(403, 'permission.denied'))
  await shop.update(`accounts set agent_id = null where code = '120.01'`)
  expect(await answer(body.guidKey, 1, 'withdraw', shop.agent)).toMatchObject(refusal(404, 'notFound'))
  const office = JSON.stringify([{ groupName: 'office', number: 8 }])
  await shop.update(`users set auths = $2 where username = 'agent'`, office)
  const half = { ...shop.orderBody({ lines: { 'A1 S': [1, 50] } }), currAccCode: '120.02' }
  const given = { ...half, discount: 50, discountReason: 'Fuar' }
  expect(kinds((await shop.agent.post('/api/Shop/PostShopCart', given)).body)).toEqual([])
  // Even then, agents see and decide only on what their customers ordered.
  const listed = () => shop.agent.post('/api/Shop/GetHeldOrders', {})
  expect((await listed()).body.data).toMatchObject({ total: 0, items: [] })
  expect(await accept(id, 1, shop.agent)).toMatchObject(refusal(404, 'notFound'))
  await shop.update(
    `accounts set agent_id = (select id from agents where tenant_id = $1 and code = 'P1') where code = '120.01'`,
  )
  expect((await listed()).body.data).toMatchObject({ total: 1 })
  expect((await accept(id, 1, shop.agent)).status).toBe(200)
})

describe('an order below a floor price', () => {
  /** Sets the floor price of A1 S, which costs 100, or of another size. */
  const floor = async (amount: string, currencyMIN = 'TRY', size = 'S') => {
    await shop.load([{ itemCode: 'A1', colorCode: '01', itemDim1Code: size, priceMIN: amount, currencyMIN }])
    await change({ floorPriceGroup: 'MIN' })
  }
  const sale = (percent: number) =>
    shop.admin.post('/api/Price/SavePriceRule', {
      name: 'Sezon',
      audience: 'everybody',
      target: 'item',
      itemCode: 'A1',
      basis: 'none',
      effect: 'percent',
      tiers: [{ from: 0, percents: [percent] }],
      endsOthers: false,
    })
  const at = (unitPrice: number, qty = 1, more: object = {}) => ({
    lines: { 'A1 S': [qty, unitPrice] as [number, number] },
    ...more,
  })
  const amend = (guidKey: string, version: number, given: Record<string, unknown>, caller = shop.dealer) =>
    caller.post('/api/Shop/PostShopCart', { ...shop.orderBody(given), guidKey, version })

  test('waits for the office, whose own orders do not; the dealer is not told the floor', async () => {
    await floor('90.01')
    await sale(10)
    const ordered = await shop.order(at(90))
    expect([ordered.status, ordered.body.hold]).toEqual([200, [{ kind: 'floor' }]])
    expect(await read(ordered.body.orderId)).toMatchObject({ state: 'review' })
    expect(await held()).toMatchObject([{ reasons: [{ kind: 'floor' }] }])
    const seen = await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey: ordered.body.guidKey })
    expect(JSON.stringify(seen.body)).not.toContain('90.01')
    expect(kinds((await shop.order(at(90), shop.agent)).body)).toEqual(['floor'])
    expect(kinds((await shop.order(at(90), shop.admin)).body)).toEqual([])
    await floor('90.00')
    expect(kinds((await shop.order(at(90))).body)).toEqual([])
    // Without a price group of floor prices, nothing is compared.
    await floor('95.00')
    await change({ floorPriceGroup: '' })
    expect(kinds((await shop.order(at(90))).body)).toEqual([])
  })

  test('counts an agent’s discounts', async () => {
    await shop.update(`agents set max_discount = 50`)
    await floor('90.00')
    const reasons = async (discount: number, unitPrice: number) => {
      const { status, body } = await shop.order(
        { ...at(unitPrice), discount, discountReason: 'Fuar' },
        shop.agent,
      )
      return [status, kinds(body)]
    }
    expect(await reasons(10, 90)).toEqual([200, []])
    expect(await reasons(11, 89)).toEqual([200, ['floor']])
  })

  test('in another currency is compared by the rates, and waits without one', async () => {
    await floor('2.50', 'EUR')
    const reasonsOf = async () => (await shop.order(pieces(1))).body.hold
    expect(await reasonsOf()).toEqual([{ kind: 'rate', currency: 'EUR' }])
    const enter = (rate: number) =>
      shop.admin.post('/api/Shop/SaveRates', { currency: 'TRY', rates: [{ currency: 'EUR', rate }] })
    expect((await enter(40)).status).toBe(200)
    expect(await reasonsOf()).toBeUndefined()
    expect((await enter(40.5)).status).toBe(200)
    expect(await reasonsOf()).toEqual([{ kind: 'floor' }])
    await limit(50)
    await shop.admin.post('/api/Shop/SaveRates', {
      currency: 'TRY',
      rates: [{ currency: 'EUR', rate: null }],
    })
    expect((await reasonsOf())?.map(({ kind }: { kind: string }) => kind)).toEqual(['limit', 'rate'])
  })

  test('that was accepted stays so while the line gets neither cheaper nor more', async () => {
    await floor('95.00')
    await sale(10)
    const { id, body } = await shop.place(at(90, 5))
    expect((await accept(id, 1)).status).toBe(200)
    const same = await amend(body.guidKey, 2, { lines: { 'A1 S': [5, 90], 'A2 S': 1 } })
    expect([same.status, kinds(same.body)]).toEqual([200, []])
    const less = await amend(body.guidKey, 3, { lines: { 'A1 S': [4, 90], 'A2 S': 1 } })
    expect([less.status, kinds(less.body)]).toEqual([200, []])
    const more = await amend(body.guidKey, 4, { lines: { 'A1 S': [5, 90], 'A2 S': 1 } })
    expect([more.status, kinds(more.body)]).toEqual([200, ['floor']])
    // As long as it waits, nothing is agreed.
    const again = await amend(body.guidKey, 5, { lines: { 'A1 S': [3, 90], 'A2 S': 1 } })
    expect(kinds(again.body)).toEqual(['floor'])
    const byOffice = await amend(body.guidKey, 6, { lines: { 'A1 S': [3, 90] } }, shop.admin)
    expect(byOffice.status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'returned' })
    expect((await answer(body.guidKey, 7, 'accept')).status).toBe(200)
    await shop.update(`agents set max_discount = 50`)
    const discount = { discount: 1, discountReason: 'Fuar' }
    const cheaper = await amend(body.guidKey, 8, { ...at(89.1, 3), ...discount }, shop.agent)
    expect([cheaper.status, kinds(cheaper.body)]).toEqual([200, ['floor']])
  })
})
