import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Client } from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { refusal } from '#test/app.ts'
import { linkErp, orderBody } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const path = '/api/Shop/PostShopCart'
const app = useApp()
const shop = shopPerTest(app)

describe('an order', () => {
  test('takes its stock, gets a number and can be read back', async () => {
    const body = shop.orderBody({ lines: { 'A1 S': 3, 'A1 L4': 2 }, description: 'Cuma günü teslim' })
    const [size, lot] = body.lines.map(({ productId }) => productId)
    const placed = await shop.dealer.post(path, body)
    expect(placed).toMatchObject({ status: 200, body: { success: true, guidKey: body.guidKey } })
    expect(await shop.inventory('A1 S')).toBe(17)
    expect(await shop.inventory('A1 L4')).toBe(18)

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
      { productId: size, itemDim1Code: 'S', qty: 3, unitPrice: 100, inventory: 20, brandName: 'Ayla' },
      { productId: lot, lotCode: 'L4', piecesPerLot: 4, qty: 2, unitPrice: 380 },
    ])
  })

  test('asks for a transfer only where there is an ERP', async () => {
    const jobs = () => shop.query(`select from jobs where tenant_id = $1 and kind = 'erpTransfer'`)
    await shop.update('tenant_settings set transfer_enabled = true')
    await shop.place()
    expect(await jobs()).toHaveLength(0)
    await linkErp(app, shop.tenantId)
    await shop.place()
    expect(await jobs()).toHaveLength(1)
  })

  test('needs an agent', async () => {
    const answer = await shop.order({ salesPersonCode: '' }, shop.dealer.as({ langCode: 'en' }))
    expect(answer).toMatchObject(refusal(400, 'order.agentRequired', { Message: 'Agent is required' }))
  })

  test('never accepts a forged or outdated price', async () => {
    const changed = { unitPrice: 1, newUnitPrice: 100, newPriceCurrencyCode: 'TRY' }
    expect(await shop.order({ lines: { 'A2 S': [1, 1] } })).toMatchObject(
      refusal(409, 'order.priceChanged', { lines: [{ productId: shop.id('A2 S'), ...changed }] }),
    )
    expect(await shop.inventory('A2 S')).toBe(20)
  })

  test('contains all lines or none, and reports what is left', async () => {
    expect(await shop.order({ lines: { 'A2 S': 1, 'A2 M': 21 } })).toMatchObject(
      refusal(409, 'order.inventoryNotSufficient', {
        lines: [{ productId: shop.id('A2 M'), inventory: 20 }],
      }),
    )
    expect(await shop.inventory('A2 S')).toBe(20)
  })

  test('has at least the minimum of each size, which the card tells, in season orders too', async () => {
    const id = shop.id('A2 S')
    const card = async () => {
      const { body } = await shop.dealer.post('/api/Shop/GetProductsByIds', { ids: [id], orderType: 'Rpt' })
      return body.data[0].items[0]
    }
    const setMinQty = (minQty: number) => shop.update('variants set min_qty = $3 where id = $2', id, minQty)
    expect(await card()).not.toHaveProperty('minQty')
    await setMinQty(3)
    expect(await card()).toMatchObject({ minQty: 3 })
    for (const orderType of ['Rpt', 'Season'] as const) {
      expect(await shop.order({ lines: { 'A2 S': 2 }, orderType })).toMatchObject(
        refusal(409, 'order.belowMinimum', { lines: [{ productId: id, minQty: 3 }] }),
      )
    }
    await shop.place({ lines: { 'A2 S': 3 } })
    expect(await shop.inventory(id)).toBe(17)
  })

  test('of the season ignores stock', async () => {
    await shop.place({ lines: { 'A2 M': 500 }, orderType: 'Season' })
    expect(await shop.inventory('A2 M')).toBe(20)
  })

  test('accepts no excluded brands, unpriced or unknown products', async () => {
    const ids = [shop.id('B1 S'), shop.id('A3 S'), randomUUIDv7()]
    const lines = Object.fromEntries(ids.map((id) => [id, 1]))
    const answer = await shop.order({ lines, currAccCode: '120.02' }, shop.agent)
    expect(answer).toMatchObject(refusal(409, 'order.lineUnavailable'))
    expect(answer.body.lines).toEqual(ids.map((productId) => ({ productId })))
  })

  test('merges the same size sent twice', async () => {
    const body = shop.orderBody({ lines: { 'B2 M': 2 } })
    body.lines.push({ ...(body.lines[0] as (typeof body.lines)[0]), qty: 3 })
    expect((await shop.dealer.post(path, body)).status).toBe(200)
    const { body: read } = await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey: body.guidKey })
    expect(read.data.lines).toHaveLength(1)
    expect(read.data.qty).toBe(5)
  })

  test('reports a problem per field', async () => {
    const answer = await shop.order({ lines: { 'A1 S': 0 }, description: 'x'.repeat(201) })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual(expect.arrayContaining(['lines.0.qty', 'description']))
    expect((await shop.dealer.post(path, orderBody({ lines: [] }))).status).toBe(400)
  })

  test('of an agent is for their customers, of a dealer for themselves', async () => {
    const body = (currAccCode: string) => shop.orderBody({ lines: { 'A1 M': 1 }, currAccCode })
    expect((await shop.agent.post(path, body('120.02'))).status).toBe(200)
    const gone = { status: 404, body: { code: 'order.accountGone' } }
    expect(await shop.agent.post(path, body('120.03'))).toMatchObject(gone)
    expect(await shop.dealer.post(path, body('120.02'))).toMatchObject(gone)
    expect(await shop.admin.post(path, { ...body('120.01'), salesPersonCode: 'LEFT' })).toMatchObject(
      refusal(404, 'order.agentGone'),
    )
    expect(
      await shop.admin.post(path, { ...body('120.01'), subCurrAccId: body('120.01').guidKey }),
    ).toMatchObject(refusal(404, 'order.branchGone'))
    expect((await shop.admin.post(path, body('120.03'))).status).toBe(200)
  })
})

describe('a guidKey', () => {
  test('is one order, even if sent repeatedly, and takes stock once', async () => {
    const body = shop.orderBody({ lines: { 'A1 S': 5 } })
    const first = await shop.dealer.post(path, body)
    const again = await shop.dealer.post(path, body)
    expect(again.body).toEqual(first.body)
    expect(await shop.inventory('A1 S')).toBe(15)
  })

  test('sent twelve times concurrently is one order', async () => {
    // All of the stock: if two were checked concurrently, the second would fail.
    const body = shop.orderBody({ lines: { 'A1 S': 20 } })
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.dealer.post(path, body)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.orderNumber)).size).toBe(1)
    expect(await shop.inventory('A1 S')).toBe(0)
    const { body: orders } = await shop.admin.post('/api/Shop/GetOrders', {})
    expect(orders.data.total).toBe(1)
  })

  test('with other content is reported as placed, and changes nothing', async () => {
    const body = shop.orderBody({ lines: { 'A1 S': 5 } })
    const first = await shop.dealer.post(path, body)
    const changed = { ...body, lines: body.lines.map((line) => ({ ...line, qty: 6 })) }
    const answer = await shop.dealer.as({ langCode: 'en' }).post(path, changed)
    expect(answer).toMatchObject(refusal(409, 'order.alreadyPlaced'))
    expect(answer.body.Message).toContain(first.body.orderNumber)
    expect(await shop.inventory('A1 S')).toBe(15)
    const repriced = { ...body, lines: body.lines.map((line) => ({ ...line, unitPrice: 1 })) }
    expect((await shop.dealer.post(path, repriced)).body).toEqual(first.body)
  })

  test('still answers after price and stock changed', async () => {
    const body = shop.orderBody({ lines: { 'A1 S': 20 } })
    const first = await shop.dealer.post(path, body)
    const rows = [{ itemCode: 'A1', colorCode: '01', itemDim1Code: 'S', priceCB: '175', currencyCB: 'TRY' }]
    await shop.load(rows)
    expect((await shop.dealer.post(path, body)).body).toEqual(first.body)
  })

  test('of a refused order can be used again', async () => {
    const body = shop.orderBody({ lines: { 'A1 S': 21 } })
    expect((await shop.dealer.post(path, body)).status).toBe(409)
    const mended = { ...body, lines: body.lines.map((line) => ({ ...line, qty: 20 })) }
    expect((await shop.dealer.post(path, mended)).status).toBe(200)
  })

  test("of somebody else's order reveals nothing", async () => {
    const body = shop.orderBody({ currAccCode: '120.03', salesPersonCode: 'P2' })
    expect((await shop.admin.post(path, body)).status).toBe(200)
    const foreign = { ...body, currAccCode: '120.01' }
    expect((await shop.dealer.post(path, foreign)).status).toBe(404)
  })
})

describe('many buyers at once', () => {
  test('64 of them buy exactly the last 20 pieces', async () => {
    const answers = await Promise.all(Array.from({ length: 64 }, () => shop.order()))
    const sold = answers.filter((answer) => answer.status === 200)
    const refused = answers.filter((answer) => answer.body.code === 'order.inventoryNotSufficient')
    expect([sold.length, refused.length]).toEqual([20, 44])
    expect(await shop.inventory('A1 S')).toBe(0)
    const numbers = sold
      .map((answer) => Number(answer.body.orderNumber))
      .toSorted((one, other) => one - other)
    expect(new Set(numbers).size).toBe(20)
    // Refused orders leave no gaps.
    expect(Number(numbers.at(-1)) - Number(numbers[0])).toBe(19)
  })

  test('with overlapping carts in opposite order cause no deadlock', async () => {
    const ids = await Promise.all(
      ['A1', 'A2', 'B1', 'B2'].flatMap((item) => ['S', 'M'].map(async (size) => shop.id(`${item} ${size}`))),
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
  const lines = Object.fromEntries(
    rows.map(({ itemCode }) => [`${itemCode} S`, [2, 12.34] as [number, number]]),
  )
  const { guidKey } = await shop.place({ lines })
  const { body: read } = await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey })
  expect(read.data.lines).toHaveLength(1000)
  expect(read.data.totals).toEqual([{ currency: 'TRY', amount: 24_680 }])
})

describe('an order whose connection breaks while placing', () => {
  // Waits to be seen waiting on the coordinator, where nobody does.
  const isDistributed = inject('isDistributed')
  test.skipIf(isDistributed).each(['destroy', 'resetAndDestroy'] as const)(
    'is placed all the same (%s)',
    async (cut) => {
      const id = shop.id('A1 S')
      const { token } = (await shop.signIn()).body
      const order = shop.orderBody()

      const holder = new Client({ ...app.connections.owner, user: 'postgres' })
      await holder.connect()
      onTestFinished(() => holder.end())
      await holder.query('begin')
      await holder.query('select from variants where tenant_id = $1 and id = $2 for update', [
        shop.tenantId,
        id,
      ])
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
      await expect
        .poll(placed, { timeout: 10_000 })
        .toMatchObject({ status: 200, body: { data: { qty: 1 } } })
      expect(await shop.inventory(id)).toBe(19)
      const changes = await shop.admin.post('/api/Account/GetChanges', { subject: 'order' })
      expect(changes.body.data.items).toMatchObject([{ userName: 'dealer', address: '127.0.0.1' }])
    },
  )

  test.each(['destroy', 'resetAndDestroy'] as const)(
    'right after it was sent is placed with its address (%s)',
    async (cut) => {
      const { token } = (await shop.signIn()).body
      // Whether the request was read before the cut is random.
      const orders = Array.from({ length: 10 }, () =>
        shop.orderBody({ orderType: 'Season', lines: { 'A1 S': 1 } }),
      )
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
