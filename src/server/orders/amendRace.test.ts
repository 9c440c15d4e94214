import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prepared } from '#server/db/statement.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { orderBody, type Wholesaler, wholesaler } from '#test/factories.ts'

const path = '/api/Shop/PostShopCart'
let app: TestApp
let shop: Wholesaler
let count = 0

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  count += 1
  shop = await wholesaler(app, `amend-race-${count}`)
})

type Body = ReturnType<typeof orderBody>
type Wanted = Parameters<typeof orderBody>[0]['lines']

/** Just placed by the dealer. */
async function placed(change: Parameters<typeof orderBody>[0]): Promise<Body> {
  const body = orderBody(change)
  expect((await shop.dealer.post(path, body)).status).toBe(200)
  return body
}

function amended(body: Body, lines: NonNullable<Wanted>, change: object = {}) {
  return { ...orderBody({ lines }), guidKey: body.guidKey, version: 1, ...change }
}

async function read(body: Body) {
  return (await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey: body.guidKey })).body.data
}

const ids = (...names: [item: string, size: string][]) =>
  Promise.all(names.map(async ([item, size]) => (await shop.variant(item, size)).id))

describe('stock of an amendment', () => {
  test('that is insufficient is refused with what is available, and nothing moves', async () => {
    const [size, other] = (await ids(['A1', 'S'], ['A1', 'M'])) as [string, string]
    const body = await placed({ lines: [[size, 5]] })
    await placed({ lines: [[size, 12]] })
    const wanted: NonNullable<Wanted> = [
      [other, 20],
      [size, 9],
    ]
    const answer = await shop.dealer.post(path, amended(body, wanted))
    expect(answer.body).toMatchObject({
      code: 'order.inventoryNotSufficient',
      lines: [{ productId: size, inventory: 8 }],
    })
    expect(await Promise.all([size, other].map(shop.inventory))).toEqual([3, 20])
    wanted[1] = [size, 8]
    expect((await shop.dealer.post(path, amended(body, wanted))).status).toBe(200)
    expect(await Promise.all([size, other].map(shop.inventory))).toEqual([0, 0])
  })

  test('is exact after concurrent amendments and orders', async () => {
    const all = await ids(['A1', 'S'], ['A1', 'M'], ['A2', 'S'], ['A2', 'M'])
    const bodies = await Promise.all(
      Array.from({ length: 8 }, () => placed({ lines: all.map((id) => [id, 1]) })),
    )
    const amendments = bodies.map((body, index) => {
      const mine = index % 2 === 0 ? all : all.toReversed()
      return shop.dealer.post(
        path,
        amended(
          body,
          mine.map((id, at) => [id, 1 + ((index + at) % 5)]),
        ),
      )
    })
    const orders = Array.from({ length: 16 }, (_, index) => {
      const mine = index % 2 === 0 ? all : all.toReversed()
      return shop.dealer.post(path, orderBody({ lines: mine.map((id, at) => [id, 1 + ((index + at) % 3)]) }))
    })
    const answers = await Promise.all([...amendments, ...orders])
    for (const { status, body } of answers)
      if (status !== 200) expect(body.code).toBe('order.inventoryNotSufficient')
    expect(answers.some(({ status }) => status === 409)).toBe(true)
    const text = `select variant_id as id, sum(qty)::int as sold from order_lines where tenant_id = $1 group by variant_id`
    const sold = await app.database.inTenant(shop.tenantId, 'read', (tx) =>
      tx.query<{ id: string; sold: number }>({ text }),
    )
    for (const { id, sold: units } of sold) expect((await shop.inventory(id)) + units).toBe(20)
    const totals = await app.database.inTenant(shop.tenantId, 'read', (tx) => tx.query(prepared(wrongTotals)))
    expect(totals).toEqual([])
  })
})

const wrongTotals = `
  select o.number from orders o where o.tenant_id = $1 and (
    o.qty <> (select sum(l.qty) from order_lines l where l.tenant_id = $1 and l.order_id = o.id)
    or (select sum(t.amount_minor) from order_totals t where t.tenant_id = $1 and t.order_id = o.id)
       <> (select sum(l.qty * l.unit_price_minor) from order_lines l where l.tenant_id = $1 and l.order_id = o.id))`

describe('a version', () => {
  test('that is outdated is refused', async () => {
    const [size] = (await ids(['A1', 'S'])) as [string]
    const body = await placed({ lines: [[size, 3]] })
    expect((await shop.agent.post(path, amended(body, [[size, 4]]))).status).toBe(200)
    const late = await shop.dealer.post(path, amended(body, [[size, 5]]))
    expect([late.status, late.body.code]).toEqual([409, 'record.changed'])
    expect(await shop.inventory(size)).toBe(16)
  })

  test('lets one of two concurrent amendments win', async () => {
    const [size] = (await ids(['A1', 'S'])) as [string]
    const body = await placed({ lines: [[size, 3]] })
    const answers = await Promise.all(
      [4, 5, 6, 7].map((qty) => shop.dealer.post(path, amended(body, [[size, qty]]))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body: said }) => said.code === 'record.changed')).toHaveLength(3)
    const order = await read(body)
    expect(order.version).toBe(2)
    expect(await shop.inventory(size)).toBe(20 - order.qty)
  })

  test('sent twelve times concurrently with equal content is one change with equal answers', async () => {
    const [size] = (await ids(['A1', 'S'])) as [string]
    const body = await placed({ lines: [[size, 3]] })
    // All of the stock: if two were checked concurrently, the second would fail.
    const change = amended(body, [[size, 20]])
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.dealer.post(path, change)))
    expect(new Set(answers.map(({ body: said }) => JSON.stringify(said))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect((await read(body)).version).toBe(2)
    expect(await shop.inventory(size)).toBe(0)
    const { body: changes } = await shop.admin.post('/api/Account/GetChanges', { subject: 'order' })
    expect(changes.data.total).toBe(2)
  })

  test('stays if an amendment changes nothing', async () => {
    const [size] = (await ids(['A1', 'S'])) as [string]
    const body = await placed({ lines: [[size, 3]] })
    expect((await shop.dealer.post(path, { ...body, version: 1 })).status).toBe(200)
    expect((await read(body)).version).toBe(1)
  })

  test('of an amendment repeated after another one is outdated', async () => {
    const [size] = (await ids(['A1', 'S'])) as [string]
    const body = await placed({ lines: [[size, 3]] })
    const first = amended(body, [[size, 4]])
    expect((await shop.dealer.post(path, first)).status).toBe(200)
    expect((await shop.dealer.post(path, amended(body, [[size, 5]], { version: 2 }))).status).toBe(200)
    expect((await shop.dealer.post(path, first)).body.code).toBe('record.changed')
  })

  test('is not needed to resend a placed cart, which is reported as placed', async () => {
    const [size] = (await ids(['A1', 'S'])) as [string]
    const body = await placed({ lines: [[size, 3]] })
    await shop.dealer.post(path, amended(body, [[size, 4]]))
    expect((await shop.dealer.post(path, body)).body.code).toBe('order.alreadyPlaced')
    expect(await shop.inventory(size)).toBe(16)
  })
})
