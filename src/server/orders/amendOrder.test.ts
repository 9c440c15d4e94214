import { describe, expect, test } from 'vitest'
import { refusal } from '#test/app.ts'
import type { PlacedOrder, Quantities } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const path = '/api/Shop/PostShopCart'
const app = useApp()
const shop = shopPerTest(app)

type Body = PlacedOrder['body']
type Line = { productId: string; qty: number }

/** Just placed by the dealer. */
const placed = async (lines: Quantities, change: object = {}) => (await shop.place({ lines, ...change })).body

const amended = ({ guidKey }: Body, lines: Quantities, change: object = {}) =>
  shop.orderBody({ lines, guidKey, version: 1, ...change })
const amend = (...given: Parameters<typeof amended>) => shop.dealer.post(path, amended(...given))

async function read(body: Body) {
  return (await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey: body.guidKey })).body.data
}

async function setPrice(itemCode: string, size: string, priceCB: string) {
  await shop.load([{ itemCode, colorCode: '01', itemDim1Code: size, priceCB, currencyCB: 'TRY' }])
}

describe('an amendment', () => {
  test('changes lines, totals and parties, and moves the stock by the difference', async () => {
    const body = await placed({ 'A1 S': 3, 'A1 M': 5, 'A2 S': 2 })
    const branches = await shop.dealer.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.01' })
    const { subCurrAccId } = branches.body.data[0]
    const lines = { 'A2 L4': 1, 'A1 M': 1, 'A1 S': 10 }
    const change = { description: 'Cuma', salesPersonCode: 'P2', subCurrAccId }
    const answer = await amend(body, lines, change)
    const order = await read(body)
    expect(answer.body).toEqual({
      success: true,
      guidKey: body.guidKey,
      orderId: order.orderId,
      orderNumber: order.orderNumber,
    })
    expect(order).toMatchObject({
      version: 2,
      qty: 12,
      totals: [{ currency: 'TRY', amount: 1480 }],
      description: 'Cuma',
      salesPersonCode: 'P2',
      subCurrAccId,
    })
    // Orderable next time: the rest plus the order's own.
    expect(order.lines).toMatchObject([
      { productId: shop.id('A1 S'), qty: 10, inventory: 20 },
      { productId: shop.id('A1 M'), qty: 1, inventory: 20 },
      { productId: shop.id('A2 L4'), qty: 1, unitPrice: 380, inventory: 20 },
    ])
    expect(await Promise.all(['A1 S', 'A1 M', 'A2 S', 'A2 L4'].map(shop.inventory))).toEqual([10, 19, 20, 19])
  })

  test('is recorded in readable form', async () => {
    const body = await placed({ 'A1 S': 3 })
    await shop.agent.post(
      path,
      amended(
        body,
        { 'A1 S': 5, 'A2 L4': 2 },
        {
          description: 'Acele',
        },
      ),
    )
    const { body: changes } = await shop.admin.post('/api/Account/GetChanges', { subject: 'order' })
    expect(changes.data.items[0]).toMatchObject({
      action: 'changed',
      userName: 'agent',
      subjectName: (await read(body)).orderNumber,
      before: { qty: 3, totals: ['300.00 TRY'], description: '' },
      after: {
        qty: 7,
        totals: ['1260.00 TRY'],
        description: 'Acele',
        lines: ['A1 01 S: 3 → 5', 'A2 01 L4: 0 → 2'],
      },
    })
    expect(Object.keys(changes.data.items[0].after)).not.toContain('agent')
  })

  test('bumps the catalogue version only if it moves stock', async () => {
    const body = await placed({ 'A1 S': 3 })
    const before = await shop.catalogueVersion()
    await amend(body, { 'A1 S': 3 }, { description: 'x' })
    expect(await shop.catalogueVersion()).toBe(before)
    await amend(body, { 'A1 S': 4 }, { version: 2 })
    expect(await shop.catalogueVersion()).toBe(before + 1)
  })

  test('leaves known what the order had when it was placed, while that differs', async () => {
    const body = await placed({ 'A1 S': 3, 'A1 M': 5 })
    expect(await read(body)).not.toHaveProperty('placedLines')
    await amend(body, { 'A1 S': 3, 'A2 S': 1 })
    await amend(body, { 'A1 S': 1 }, { version: 2 })
    const { placedLines } = await read(body)
    expect(new Map(placedLines.map(({ productId, qty }: Line) => [productId, qty]))).toEqual(
      new Map([
        [shop.id('A1 S'), 3],
        [shop.id('A1 M'), 5],
      ]),
    )
    await amend(body, { 'A1 M': 5, 'A1 S': 3 }, { version: 3 })
    expect(await read(body)).not.toHaveProperty('placedLines')
  })

  test('of a season order ignores stock', async () => {
    const body = await placed({ 'A1 S': 500 }, { orderType: 'Season' })
    const answer = await amend(body, { 'A1 S': 900 }, { orderType: 'Season' })
    expect(answer.status).toBe(200)
    expect(await shop.inventory('A1 S')).toBe(20)
    expect((await read(body)).lines[0]).toMatchObject({ qty: 900, inventory: 9999 })
  })

  test('cannot change account and type', async () => {
    const body = await placed({ 'A1 S': 3 })
    const change = { currAccCode: '120.02', orderType: 'Season' }
    const answer = await shop.admin.post(path, amended(body, { 'A1 S': 4 }, change))
    expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
    expect(Object.keys(answer.body.fields)).toEqual(['currAccCode', 'orderType'])
  })

  test('needs an order within the user’s reach', async () => {
    const change = { currAccCode: '120.03', salesPersonCode: 'P2' }
    const { body } = await shop.place(change, shop.admin)
    for (const client of [shop.dealer, shop.agent])
      expect((await client.post(path, amended(body, { 'A1 S': 2 }, change))).status).toBe(404)
    const unknown = amended(shop.orderBody(), { 'A1 S': 2 })
    expect((await shop.admin.post(path, unknown)).status).toBe(404)
    expect((await shop.admin.post(path, amended(body, { 'A1 S': 2 }, change))).status).toBe(200)
  })

  test.each([
    ['order.transferred', 'transferred_at = placed_at'],
    ['order.cancelled', "state = 'cancelled'"],
  ])('is refused with %s where it comes too late', async (code, change) => {
    const body = await placed({ 'A1 S': 3 })
    await shop.update(`orders set ${change}`)
    const answer = await amend(body, { 'A1 S': 4 })
    expect([answer.status, answer.body.code]).toEqual([409, code])
    expect(await shop.inventory('A1 S')).toBe(17)
  })

  test('needs an agent, and an account that is not blocked', async () => {
    const body = await placed({ 'A1 S': 3 })
    const nobody = await amend(body, { 'A1 S': 4 }, { salesPersonCode: '' })
    expect(nobody.body.code).toBe('order.agentRequired')
    await shop.update('accounts set is_blocked = true')
    const blocked = await amend(body, { 'A1 S': 2 })
    expect(blocked.body.code).toBe('order.accountBlocked')
  })

  test('can keep an agent and branch that are no longer selectable', async () => {
    const branches = await shop.dealer.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.01' })
    const { subCurrAccId } = branches.body.data[0]
    const body = await placed({ 'A1 S': 3 }, { subCurrAccId, salesPersonCode: 'P2' })
    await shop.update(`agents set is_active = false where code = 'P2'`)
    await shop.update('sub_accounts set deleted_at = $2', new Date())
    const change = { subCurrAccId, salesPersonCode: 'P2' }
    expect((await amend(body, { 'A1 S': 4 }, change)).status).toBe(200)
    const other = await placed({ 'A1 S': 1 })
    expect((await amend(other, { 'A1 S': 2 }, change)).status).toBe(404)
  })
})

describe('prices of an amendment', () => {
  test('stay for the ordered quantity, and are new for more', async () => {
    const body = await placed({ 'A1 S': 5, 'A1 M': 5 })
    await setPrice('A1', 'S', '120')
    const fewer = await amend(body, { 'A1 S': 4, 'A1 M': 5 })
    expect(fewer.status).toBe(200)
    const stale = await amend(body, { 'A1 S': 6, 'A1 M': 5 }, { version: 2 })
    expect(stale.body).toMatchObject({
      code: 'order.priceChanged',
      lines: [{ productId: shop.id('A1 S'), unitPrice: 100, newUnitPrice: 120 }],
    })
    expect((await amend(body, { 'A1 S': [6, 120], 'A1 M': 5 }, { version: 2 })).status).toBe(200)
    const order = await read(body)
    expect(order.lines).toMatchObject([{ unitPrice: 120 }, { unitPrice: 100 }])
    expect(order.totals).toEqual([{ currency: 'TRY', amount: 1220 }])
  })

  test('and their rules are those of the price group that the customer has now, where a line grows or is new', async () => {
    for (const [priceGroup, percent] of [
      ['CB', 10],
      ['TF', 50],
    ] as const) {
      const tiers = [{ from: 0, percents: [percent] }]
      const kind = { target: 'all', basis: 'none', effect: 'percent', endsOthers: false }
      const rule = { name: priceGroup, audience: 'priceGroup', priceGroup, tiers, ...kind }
      expect((await shop.admin.post('/api/Price/SavePriceRule', rule)).status).toBe(200)
    }
    const body = await placed({ 'A1 S': [2, 90], 'A1 M': [2, 90] })
    await shop.update(`accounts set price_group = 'TF' where code = '120.01'`)
    const now = { unitPrice: 90, newUnitPrice: 4.75, newPriceCurrencyCode: 'EUR' }
    expect((await amend(body, { 'A1 S': [2, 90], 'A1 M': [3, 90], 'A2 S': [1, 90] })).body).toMatchObject({
      code: 'order.priceChanged',
      lines: [
        { productId: shop.id('A1 M'), ...now },
        { productId: shop.id('A2 S'), ...now },
      ],
    })
  })

  test('keep a quantity below a later minimum, and let no other one below it', async () => {
    const id = shop.id('A1 S')
    const body = await placed({ 'A1 S': 3 })
    await shop.update('variants set min_qty = 5 where id = $2', id)
    const tooFew = {
      status: 409,
      body: { code: 'order.belowMinimum', lines: [{ productId: id, minQty: 5 }] },
    }
    expect(await shop.order({ lines: { 'A1 S': 3 } })).toMatchObject(tooFew)
    expect(await amend(body, { 'A1 S': 4 })).toMatchObject(tooFew)
    expect(await amend(body, { 'A1 S': 2 })).toMatchObject(tooFew)
    expect((await amend(body, { 'A1 S': 3 }, { description: 'x' })).status).toBe(200)
    expect((await amend(body, { 'A1 S': 5 }, { version: 2 })).status).toBe(200)
  })

  test('depend on the lot: a changed number of pieces needs confirmation', async () => {
    const id = shop.id('A1 L4')
    const repack = () =>
      shop.update(`variants set pieces_per_lot = 6, lot_description = 'S/M/L 2-2-2' where id = $2`, id)
    const seen = (body: Body, piecesPerLot: number) => ({
      ...body,
      lines: body.lines.map((line) => ({ ...line, piecesPerLot })),
    })
    const body = await placed({ 'A1 L4': 2 })
    await repack()
    const next = shop.orderBody({ lines: { 'A1 L4': 1 } })
    expect(await shop.dealer.post(path, seen(next, 4))).toMatchObject(
      refusal(409, 'order.lotChanged', {
        lines: [{ productId: id, piecesPerLot: 6, lotDescription: 'S/M/L 2-2-2' }],
      }),
    )
    expect((await shop.dealer.post(path, seen(next, 6))).status).toBe(200)
    // The existing quantity keeps its price; a larger one is priced again as a whole.
    expect((await shop.dealer.post(path, seen(amended(body, { 'A1 L4': 1 }), 4))).status).toBe(200)
    expect((await read(body)).lines).toMatchObject([{ qty: 1, piecesPerLot: 4 }])
    const more = amended(body, { 'A1 L4': 3 }, { version: 2 })
    expect((await shop.dealer.post(path, seen(more, 4))).status).toBe(409)
    expect((await shop.dealer.post(path, seen(more, 6))).status).toBe(200)
    expect((await read(body)).lines).toMatchObject([
      { qty: 3, piecesPerLot: 6, lotDescription: 'S/M/L 2-2-2' },
    ])
  })

  test('that are forged are refused', async () => {
    const body = await placed({ 'A1 S': 5 })
    const answer = await amend(body, { 'A1 S': [4, 1] })
    expect(answer.body).toMatchObject({ code: 'order.priceChanged', lines: [{ newUnitPrice: 100 }] })
  })

  test('are not needed for a discontinued product, unless its quantity grows', async () => {
    const body = await placed({ 'A1 S': 5, 'B1 S': 5 })
    await shop.update(`products set is_active = false where item_code = 'A1'`)
    await shop.query(`insert into excluded_brands select $1, a.id, b.id from accounts a join brands b on b.tenant_id = $1
               where a.tenant_id = $1 and a.code = '120.01' and b.name = 'Bora'`)
    await shop.query(`delete from prices where tenant_id = $1`)
    expect((await amend(body, { 'A1 S': 5, 'B1 S': 1 })).status).toBe(200)
    const answer = await amend(body, { 'A1 S': 6, 'B1 S': 2 }, { version: 2 })
    expect(answer.body).toMatchObject({
      code: 'order.lineUnavailable',
      lines: [{ productId: shop.id('A1 S') }, { productId: shop.id('B1 S') }],
    })
  })
})

describe('stock of an amendment', () => {
  test('that is insufficient is refused with what is available, and nothing moves', async () => {
    const stock = () => Promise.all(['A1 S', 'A1 M'].map(shop.inventory))
    const body = await placed({ 'A1 S': 5 })
    await placed({ 'A1 S': 12 })
    const answer = await amend(body, { 'A1 M': 20, 'A1 S': 9 })
    expect(answer.body).toMatchObject({
      code: 'order.inventoryNotSufficient',
      lines: [{ productId: shop.id('A1 S'), inventory: 8 }],
    })
    expect(await stock()).toEqual([3, 20])
    expect((await amend(body, { 'A1 M': 20, 'A1 S': 8 })).status).toBe(200)
    expect(await stock()).toEqual([0, 0])
  })

  test('is exact after concurrent amendments and orders', async () => {
    const all = ['A1 S', 'A1 M', 'A2 S', 'A2 M']
    /** In either order, up to `most` of each. */
    const some = (index: number, most: number) => {
      const mine = index % 2 === 0 ? all : all.toReversed()
      return Object.fromEntries(mine.map((name, at) => [name, 1 + ((index + at) % most)]))
    }
    const bodies = await Promise.all(Array.from({ length: 8 }, (_, index) => placed(some(index, 1))))
    const amendments = bodies.map((body, index) => amend(body, some(index, 5)))
    const orders = Array.from({ length: 16 }, (_, index) => shop.order({ lines: some(index, 3) }))
    const answers = await Promise.all([...amendments, ...orders])
    for (const { status, body } of answers)
      if (status !== 200) expect(body.code).toBe('order.inventoryNotSufficient')
    expect(answers.some(({ status }) => status === 409)).toBe(true)
    const text = `select variant_id as id, sum(qty)::int as sold from order_lines where tenant_id = $1 group by variant_id`
    const sold = await shop.query<{ id: string; sold: number }>(text)
    for (const { id, sold: units } of sold) expect((await shop.inventory(id)) + units).toBe(20)
    const totals = await shop.query(wrongTotals)
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
    const body = await placed({ 'A1 S': 3 })
    expect((await shop.agent.post(path, amended(body, { 'A1 S': 4 }))).status).toBe(200)
    expect(await amend(body, { 'A1 S': 5 })).toMatchObject(refusal(409, 'record.changed'))
    expect(await shop.inventory('A1 S')).toBe(16)
  })

  test('lets one of two concurrent amendments win', async () => {
    const body = await placed({ 'A1 S': 3 })
    const answers = await Promise.all([4, 5, 6, 7].map((qty) => amend(body, { 'A1 S': qty })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body: said }) => said.code === 'record.changed')).toHaveLength(3)
    const order = await read(body)
    expect(order.version).toBe(2)
    expect(await shop.inventory('A1 S')).toBe(20 - order.qty)
  })

  test('sent twelve times concurrently with equal content is one change with equal answers', async () => {
    const body = await placed({ 'A1 S': 3 })
    // All of the stock: if two were checked concurrently, the second would fail.
    const change = amended(body, { 'A1 S': 20 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.dealer.post(path, change)))
    expect(new Set(answers.map(({ body: said }) => JSON.stringify(said))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect((await read(body)).version).toBe(2)
    expect(await shop.inventory('A1 S')).toBe(0)
    const { body: changes } = await shop.admin.post('/api/Account/GetChanges', { subject: 'order' })
    expect(changes.data.total).toBe(2)
  })

  test('stays if an amendment changes nothing', async () => {
    const body = await placed({ 'A1 S': 3 })
    expect((await shop.dealer.post(path, { ...body, version: 1 })).status).toBe(200)
    expect((await read(body)).version).toBe(1)
  })

  test('of an amendment repeated after another one is outdated', async () => {
    const body = await placed({ 'A1 S': 3 })
    const first = amended(body, { 'A1 S': 4 })
    expect((await shop.dealer.post(path, first)).status).toBe(200)
    expect((await amend(body, { 'A1 S': 5 }, { version: 2 })).status).toBe(200)
    expect((await shop.dealer.post(path, first)).body.code).toBe('record.changed')
  })

  test('is not needed to resend a placed cart, which is reported as placed', async () => {
    const body = await placed({ 'A1 S': 3 })
    await amend(body, { 'A1 S': 4 })
    expect((await shop.dealer.post(path, body)).body.code).toBe('order.alreadyPlaced')
    expect(await shop.inventory('A1 S')).toBe(16)
  })
})
