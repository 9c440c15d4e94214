import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { orderBody, orderLine } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const path = '/api/Shop/PostShopCart'
const app = useApp()
const shop = shopPerTest(app)

describe('an order', () => {
  test('takes its stock, gets a number and can be read back', async () => {
    const size = await shop.variant('A1', 'S')
    const lot = await shop.variant('A1', 'L4')
    const body = orderBody({
      lines: [orderLine(size.id, 3), orderLine(lot.id, 2, 380)],
      description: 'Cuma günü teslim',
    })
    const placed = await shop.dealer.post(path, body)
    expect(placed).toMatchObject({ status: 200, body: { success: true, guidKey: body.guidKey } })
    expect(await shop.inventory(size.id)).toBe(17)
    expect(await shop.inventory(lot.id)).toBe(18)

    const read = await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey: body.guidKey })
    expect(read.body.data).toMatchObject({
      orderNumber: placed.body.orderNumber,
      currAccCode: '120.01',
      salesPersonCode: 'P1',
      qty: 5,
      totals: [{ currency: 'TRY', amount: 1060 }],
      description: 'Cuma günü teslim',
      transfer: false,
      version: 1,
    })
    expect(read.body.data.lines).toMatchObject([
      { productId: size.id, itemDim1Code: 'S', qty: 3, unitPrice: 100, inventory: 20, brandName: 'Ayla' },
      { productId: lot.id, lotCode: 'L4', piecesPerLot: 4, qty: 2, unitPrice: 380 },
    ])
  })

  test('needs an agent', async () => {
    const { id } = await shop.variant('A1', 'S')
    const answer = await shop.dealer
      .as({ langCode: 'en' })
      .post(path, orderBody({ lines: [[id, 1]], salesPersonCode: '' }))
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'order.agentRequired', Message: 'Agent is required' },
    })
  })

  test('never accepts a forged or outdated price', async () => {
    const { id, inventory } = await shop.variant('A2', 'S')
    const answer = await shop.dealer.post(path, orderBody({ lines: [[id, 1, 1]] }))
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'order.priceChanged',
      lines: [{ productId: id, unitPrice: 1, newUnitPrice: 100, newPriceCurrencyCode: 'TRY' }],
    })
    expect(await shop.inventory(id)).toBe(inventory)
  })

  test('contains all lines or none, and reports what is left', async () => {
    const [plenty, scarce] = [await shop.variant('A2', 'S'), await shop.variant('A2', 'M')]
    const answer = await shop.dealer.post(
      path,
      orderBody({
        lines: [orderLine(plenty.id, 1), orderLine(scarce.id, 21)],
      }),
    )
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'order.inventoryNotSufficient',
      lines: [{ productId: scarce.id, inventory: 20 }],
    })
    expect(await shop.inventory(plenty.id)).toBe(plenty.inventory)
  })

  test('has at least the minimum of each size, which the card tells, in season orders too', async () => {
    const { id, inventory } = await shop.variant('A2', 'S')
    const card = async () => {
      const { body } = await shop.dealer.post('/api/Shop/GetProductsByIds', { ids: [id], orderType: 'Rpt' })
      return body.data[0].items[0]
    }
    const setMinQty = (minQty: number) =>
      shop.query('update variants set min_qty = $3 where tenant_id = $1 and id = $2', id, minQty)
    expect(await card()).not.toHaveProperty('minQty')
    await setMinQty(3)
    expect(await card()).toMatchObject({ minQty: 3 })
    for (const orderType of ['Rpt', 'Season'] as const) {
      const refused = await shop.dealer.post(path, orderBody({ lines: [[id, 2]], orderType }))
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'order.belowMinimum', lines: [{ productId: id, minQty: 3 }] },
      })
    }
    expect((await shop.dealer.post(path, orderBody({ lines: [[id, 3]] }))).status).toBe(200)
    expect(await shop.inventory(id)).toBe(inventory - 3)
    await setMinQty(1)
  })

  test('of the season ignores stock', async () => {
    const { id, inventory } = await shop.variant('A2', 'M')
    const answer = await shop.dealer.post(path, orderBody({ lines: [[id, 500]], orderType: 'Season' }))
    expect(answer.status).toBe(200)
    expect(await shop.inventory(id)).toBe(inventory)
  })

  test('accepts no excluded brands, unpriced or unknown products', async () => {
    const excluded = await shop.variant('B1', 'S')
    const unpriced = await shop.variant('A3', 'S')
    const unknown = randomUUIDv7()
    const order = orderBody({
      lines: [orderLine(excluded.id, 1), orderLine(unpriced.id, 1), orderLine(unknown, 1)],
      currAccCode: '120.02',
    })
    const answer = await shop.agent.post(path, order)
    expect(answer).toMatchObject({ status: 409, body: { code: 'order.lineUnavailable' } })
    expect(answer.body.lines).toEqual([
      { productId: excluded.id },
      { productId: unpriced.id },
      { productId: unknown },
    ])
  })

  test('merges the same size sent twice', async () => {
    const { id } = await shop.variant('B2', 'M')
    const body = orderBody({
      lines: [orderLine(id, 2), orderLine(id, 3)],
    })
    expect((await shop.dealer.post(path, body)).status).toBe(200)
    const { body: read } = await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey: body.guidKey })
    expect(read.data.lines).toHaveLength(1)
    expect(read.data.qty).toBe(5)
  })

  test('reports a problem per field', async () => {
    const { id } = await shop.variant('A1', 'S')
    const answer = await shop.dealer.post(path, orderBody({ lines: [[id, 0]], description: 'x'.repeat(201) }))
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual(expect.arrayContaining(['lines.0.qty', 'description']))
    expect((await shop.dealer.post(path, orderBody({ lines: [] }))).status).toBe(400)
  })

  test('of an agent is for their customers, of a dealer for themselves', async () => {
    const { id } = await shop.variant('A1', 'M')
    const body = (currAccCode: string) => orderBody({ lines: [[id, 1]], currAccCode })
    expect((await shop.agent.post(path, body('120.02'))).status).toBe(200)
    const gone = { status: 404, body: { code: 'order.accountGone' } }
    expect(await shop.agent.post(path, body('120.03'))).toMatchObject(gone)
    expect(await shop.dealer.post(path, body('120.02'))).toMatchObject(gone)
    expect(await shop.admin.post(path, { ...body('120.01'), salesPersonCode: 'LEFT' })).toMatchObject({
      status: 404,
      body: { code: 'order.agentGone' },
    })
    expect(
      await shop.admin.post(path, { ...body('120.01'), subCurrAccId: body('120.01').guidKey }),
    ).toMatchObject({ status: 404, body: { code: 'order.branchGone' } })
    expect((await shop.admin.post(path, body('120.03'))).status).toBe(200)
    expect((await shop.visitor.post(path, body('120.01'))).status).toBe(401)
  })
})

describe('a guidKey', () => {
  test('is one order, even if sent repeatedly, and takes stock once', async () => {
    const { id } = await shop.variant('A1', 'S')
    const body = orderBody({ lines: [[id, 5]] })
    const first = await shop.dealer.post(path, body)
    const again = await shop.dealer.post(path, body)
    expect(again.body).toEqual(first.body)
    expect(await shop.inventory(id)).toBe(15)
  })

  test('sent twelve times concurrently is one order', async () => {
    const { id } = await shop.variant('A1', 'S')
    // All of the stock: if two were checked concurrently, the second would fail.
    const body = orderBody({ lines: [[id, 20]] })
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.dealer.post(path, body)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.orderNumber)).size).toBe(1)
    expect(await shop.inventory(id)).toBe(0)
    const { body: orders } = await shop.admin.post('/api/Shop/GetOrders', {})
    expect(orders.data.total).toBe(1)
  })

  test('with other content is reported as placed, and changes nothing', async () => {
    const { id } = await shop.variant('A1', 'S')
    const body = orderBody({ lines: [[id, 5]] })
    const first = await shop.dealer.post(path, body)
    const changed = { ...body, lines: body.lines.map((line) => ({ ...line, qty: 6 })) }
    const answer = await shop.dealer.as({ langCode: 'en' }).post(path, changed)
    expect(answer).toMatchObject({ status: 409, body: { code: 'order.alreadyPlaced' } })
    expect(answer.body.Message).toContain(first.body.orderNumber)
    expect(await shop.inventory(id)).toBe(15)
    const repriced = { ...body, lines: body.lines.map((line) => ({ ...line, unitPrice: 1 })) }
    expect((await shop.dealer.post(path, repriced)).body).toEqual(first.body)
  })

  test('still answers after price and stock changed', async () => {
    const { id } = await shop.variant('A1', 'S')
    const body = orderBody({ lines: [[id, 20]] })
    const first = await shop.dealer.post(path, body)
    const rows = [{ itemCode: 'A1', colorCode: '01', itemDim1Code: 'S', priceCB: '175', currencyCB: 'TRY' }]
    await shop.load(rows)
    expect((await shop.dealer.post(path, body)).body).toEqual(first.body)
  })

  test('of a refused order can be used again', async () => {
    const { id } = await shop.variant('A1', 'S')
    const body = orderBody({ lines: [[id, 21]] })
    expect((await shop.dealer.post(path, body)).status).toBe(409)
    const mended = { ...body, lines: body.lines.map((line) => ({ ...line, qty: 20 })) }
    expect((await shop.dealer.post(path, mended)).status).toBe(200)
  })

  test("of somebody else's order reveals nothing", async () => {
    const { id } = await shop.variant('A1', 'S')
    const body = orderBody({ lines: [[id, 1]], currAccCode: '120.03', salesPersonCode: 'P2' })
    expect((await shop.admin.post(path, body)).status).toBe(200)
    const foreign = { ...body, currAccCode: '120.01' }
    expect((await shop.dealer.post(path, foreign)).status).toBe(404)
  })
})

describe('many buyers at once', () => {
  test('64 of them buy exactly the last 20 pieces', async () => {
    const { id } = await shop.variant('A1', 'S')
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => shop.dealer.post(path, orderBody({ lines: [[id, 1]] }))),
    )
    const sold = answers.filter((answer) => answer.status === 200)
    const refused = answers.filter((answer) => answer.body.code === 'order.inventoryNotSufficient')
    expect([sold.length, refused.length]).toEqual([20, 44])
    expect(await shop.inventory(id)).toBe(0)
    const numbers = sold
      .map((answer) => Number(answer.body.orderNumber))
      .toSorted((one, other) => one - other)
    expect(new Set(numbers).size).toBe(20)
    // Refused orders leave no gaps.
    expect(Number(numbers.at(-1)) - Number(numbers[0])).toBe(19)
  })

  test('with overlapping carts in opposite order cause no deadlock', async () => {
    const ids = await Promise.all(
      ['A1', 'A2', 'B1', 'B2'].flatMap((item) =>
        ['S', 'M'].map(async (size) => (await shop.variant(item, size)).id),
      ),
    )
    const order = (all: string[]) => shop.dealer.post(path, orderBody({ lines: all.map((id) => [id, 1]) }))
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => order(index % 2 === 0 ? ids : ids.toReversed())),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(10)
    for (const id of ids) expect(await shop.inventory(id)).toBe(0)
  })
})

test('1,000 lines are one order', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    brandName: 'Ayla',
    categoryName: 'Kadın',
    itemCode: `M${index}`,
    itemDescription: `Ürün ${index}`,
    itemDim1Code: 'S',
    priceCB: '12.34',
    currencyCB: 'TRY',
    inventory: '2',
  }))
  await shop.load(rows)
  const variants = await Promise.all(rows.map((row) => shop.variant(row.itemCode, 'S')))
  const body = orderBody({ lines: variants.map(({ id }) => [id, 2, 12.34]) })
  expect((await shop.dealer.post(path, body)).status).toBe(200)
  const { body: read } = await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey: body.guidKey })
  expect(read.data.lines).toHaveLength(1000)
  expect(read.data.totals).toEqual([{ currency: 'TRY', amount: 24_680 }])
})

describe('an order whose connection breaks while placing', () => {
  test.each(['destroy', 'resetAndDestroy'] as const)('is placed all the same (%s)', async (cut) => {
    const { id, inventory } = await shop.variant('A1', 'S')
    const { token } = (await shop.signIn()).body
    const order = orderBody({ lines: [[id, 1]] })

    const holder = new Client({ ...app.connections.owner, user: 'postgres' })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('begin')
    await holder.query('select from variants where id = $1 for update', [id])
    const socket = connect(app.port, '127.0.0.1')
    socket.write(requestText({ host: `${shop.key}.localhost`, token, body: JSON.stringify(order) }))
    const held = "select from pg_stat_activity where usename = 'toptan_app' and wait_event_type = 'Lock'"
    const areHeld = async () => {
      // A transaction would keep the connection list of its first look.
      await holder.query('select pg_stat_clear_snapshot()')
      return (await holder.query(held)).rowCount
    }
    await expect.poll(areHeld).toBe(1)
    socket[cut]()
    await once(socket, 'close')
    await holder.query('commit')

    const placed = () => shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey: order.guidKey })
    await expect.poll(placed, { timeout: 10_000 }).toMatchObject({ status: 200, body: { data: { qty: 1 } } })
    expect(await shop.inventory(id)).toBe(inventory - 1)
    const changes = await shop.admin.post('/api/Account/GetChanges', { subject: 'order' })
    expect(changes.body.data.items).toMatchObject([{ userName: 'dealer', address: '127.0.0.1' }])
  })

  test.each(['destroy', 'resetAndDestroy'] as const)(
    'right after it was sent is placed with its address (%s)',
    async (cut) => {
      const { id } = await shop.variant('A1', 'S')
      const { token } = (await shop.signIn()).body
      // Whether the request was read before the cut is random.
      const orders = Array.from({ length: 10 }, () => orderBody({ orderType: 'Season', lines: [[id, 1]] }))
      for (const order of orders) {
        const socket = connect(app.port, '127.0.0.1')
        await once(socket, 'connect')
        socket.write(requestText({ host: `${shop.key}.localhost`, token, body: JSON.stringify(order) }))
        socket[cut]()
        await once(socket, 'close')
      }
      const changes = async () =>
        (await shop.admin.post('/api/Account/GetChanges', { subject: 'order' })).body.data.items
      await expect.poll(async () => (await changes()).length, { timeout: 10_000 }).toBe(orders.length)
      const addresses = (await changes()).map(({ address }: { address: string }) => address)
      expect(new Set(addresses)).toEqual(new Set(['127.0.0.1']))
    },
  )
})

function requestText({ host, token, body }: { host: string; token: string; body: string }): string {
  return [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}
