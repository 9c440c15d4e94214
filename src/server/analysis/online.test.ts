import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, dataOf } from '#test/app.ts'
import { orderBody } from '#test/factories.ts'
import { newShop, shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)
let size: string
let lot: string

beforeEach(async () => {
  size = shop.id('A1 S')
  lot = shop.id('A1 L4')
  await expire(30)
})

/** Report interval in seconds. */
const expire = (seconds: number) =>
  shop.query('update tenant_settings set online_expire = $2 where tenant_id = $1', seconds)

const line = (productId: string, qty: number, unitPrice = 100, currency = 'TRY') => ({
  productId,
  qty,
  currency,
  unitPrice,
})
const report = (client: Client, lines: unknown[], cartKey = randomUUIDv7()) =>
  client.as({ headers: { cartKey } }).post('/api/Shop/PostLogCart', lines)
type Online = { userId: string; currAccCode: string; onlineSince: string; lastSeen: string }
const online = (client: Client): Promise<Online[]> => dataOf(client.get('/api/Shop/GetOnlineCustomers'))
const signedIn = async () => {
  const { body } = await shop.signIn()
  const { token, refreshToken } = body
  return Object.assign(shop.visitor.as({ token }), { refreshToken: String(refreshToken) })
}

describe('customers who are online', () => {
  test('are listed with their cart’s sums per currency', async () => {
    await report(shop.dealer, [line(size, 2), line(lot, 3, 34.5, 'EUR')])
    const found = await online(shop.admin)
    expect(found).toEqual([
      {
        userId: expect.any(String),
        name: 'dealer Test',
        currAccCode: '120.01',
        currAccDescription: 'Dealer 120.01',
        salesPerson: 'Pelin Agent',
        onlineSince: expect.any(String),
        lastSeen: expect.any(String),
        changedAt: expect.any(String),
        devices: 1,
        orderType: 'Rpt',
        totalQty: 5,
        totals: [
          { currency: 'TRY', amount: 200 },
          { currency: 'EUR', amount: 103.5 },
        ],
        lines: 2,
      },
    ])
    expect(Date.now() - Date.parse(found[0]?.lastSeen ?? '')).toBeLessThan(30_000)
    expect(await online(shop.agent)).toEqual(found)
  })

  test('are online for twice the report interval', async () => {
    await report(shop.dealer, [line(size, 2)])
    await shop.update('live_carts set seen_at = $2', new Date(Date.now() - 55_000))
    expect(await online(shop.admin)).toHaveLength(1)
    await shop.update('live_carts set seen_at = $2', new Date(Date.now() - 61_000))
    expect(await online(shop.admin)).toEqual([])
    await expire(31)
    expect(await online(shop.admin)).toHaveLength(1)
    // Reports are off, so rows say nothing.
    await expire(0)
    expect(await online(shop.admin)).toEqual([])
  })

  test('are limited to the agent’s customers and the tenant', async () => {
    const rival = await newShop(app)
    await report(shop.dealer, [line(size, 1)])
    await report(rival.dealer, [])
    await shop.query(`update accounts set agent_id = (select id from agents where tenant_id = $1 and code = 'P2')
                 where tenant_id = $1 and code = '120.01'`)
    expect(await online(shop.agent)).toEqual([])
    const [found] = await online(shop.admin)
    const cartFor = async (client: Client) =>
      (await client.get('/api/Shop/GetOnlineCart', { userId: found?.userId ?? '' })).status
    expect([await cartFor(shop.admin), await cartFor(shop.agent)]).toEqual([200, 404])
  })

  test('disappear when they sign out', async () => {
    const dealer = await signedIn()
    await report(dealer, [line(size, 1)])
    expect(await online(shop.admin)).toHaveLength(1)
    await dealer.post('/api/Account/Logout', { refreshToken: dealer.refreshToken })
    expect(await online(shop.admin)).toEqual([])
  })

  test('appear once for all devices, with the cart changed last', async () => {
    const [phone, tablet] = [await signedIn(), await signedIn()]
    await report(phone, [line(size, 7)])
    await report(tablet, [line(size, 2), line(lot, 1, 380)])
    await report(shop.dealer, [])
    await shop.update(`live_carts set online_since = online_since - interval '1 hour' where qty = 7`)
    const found = await online(shop.admin)
    expect(found).toMatchObject([{ devices: 3, totalQty: 3, lines: 2 }])
    const { body } = await shop.admin.get('/api/Shop/GetOnlineCart', { userId: found[0]?.userId ?? '' })
    expect(body.data.lines).toMatchObject([{ qty: 2 }, { qty: 1 }])
    expect(Date.now() - Date.parse(found[0]?.onlineSince ?? '')).toBeGreaterThan(3_590_000)
  })

  test('have an empty cart once its order is placed', async () => {
    const key = randomUUIDv7()
    await report(shop.dealer, [line(size, 2)], key)
    const body = { ...orderBody({ lines: [[size, 2]] }), guidKey: key }
    expect((await shop.dealer.post('/api/Shop/PostShopCart', body)).status).toBe(200)
    const [found] = await online(shop.admin)
    expect(found).toMatchObject({ totalQty: 0, totals: [], lines: 0 })
    const cart = await shop.admin.get('/api/Shop/GetOnlineCart', { userId: found?.userId ?? '' })
    expect(cart.body.data.lines).toEqual([])
  })
})

test('an online cart is shown line by line', async () => {
  await report(shop.dealer, [line(lot, 3, 380), line(size, 2), line(randomUUIDv7(), 1)])
  const [found] = await online(shop.agent)
  const { body } = await shop.agent.get('/api/Shop/GetOnlineCart', { userId: found?.userId ?? '' })
  expect(body.data).toEqual({
    changedAt: expect.any(String),
    lines: [
      {
        productId: lot,
        itemCode: 'A1',
        itemDescription: 'Ürün A1',
        colorCode: '01',
        colorDescription: 'Siyah',
        images: [],
        updatedDate: expect.any(String),
        itemDim1Code: '',
        lotCode: 'L4',
        lotDescription: 'S/M/L 1-2-1',
        piecesPerLot: 4,
        qty: 3,
        unitPrice: 380,
        currency: 'TRY',
      },
      expect.objectContaining({ productId: size, itemDim1Code: 'S', lotCode: '', qty: 2, unitPrice: 100 }),
    ],
  })
})
