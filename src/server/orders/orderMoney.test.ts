import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '#test/app.ts'
import { orderBody } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const path = '/api/Shop/PostShopCart'
const app = useApp()
const shop = shopPerTest(app)
/** Each with a distinct price and quantity. */
const priced = [
  ['A1', 'S', 3, 12.34, 'TRY'],
  ['A1', 'M', 2, 0.1, 'TRY'],
  ['A1', 'L4', 1, 380, 'TRY'],
  ['A2', 'S', 7, 99.99, 'EUR'],
  ['B1', 'M', 5, 20.05, 'EUR'],
  ['B2', 'S', 4, 1.5, 'USD'],
] as const
let lines: Line[]
type Line = { productId: string; qty: number; unitPrice: number; priceCurrencyCode: string }

beforeEach(async () => {
  const rows = priced.map(([itemCode, name, , price, currencyCB]) => ({
    itemCode,
    colorCode: '01',
    itemDim1Code: name === 'L4' ? '' : name,
    lotCode: name === 'L4' ? name : '',
    priceCB: String(price),
    currencyCB,
  }))
  await shop.load(rows)
  lines = await Promise.all(
    priced.map(async ([itemCode, name, qty, unitPrice, priceCurrencyCode]) => ({
      productId: shop.id(`${itemCode} ${name}`),
      qty,
      unitPrice,
      priceCurrencyCode,
    })),
  )
})

const place = (change: object) => shop.dealer.post(path, { ...orderBody({}), lines, ...change })
const stock = () => Promise.all(lines.map(({ productId }) => shop.inventory(productId)))

type Stored = {
  amount: string
  currency: string
  qty: number
  totals: string[]
  lines: string[]
}
async function stored(guidKey: string): Promise<Stored | undefined> {
  const [order] = await shop.query<Stored>(
    `select o.amount_minor::text as amount, o.amount_currency as currency, o.qty,
                 (select array_agg(t.amount_minor || ' ' || t.currency_code order by t.currency_code) from order_totals t
                  where t.tenant_id = $1 and t.order_id = o.id) as totals,
                 (select array_agg(l.qty || ' × ' || l.unit_price_minor || ' ' || l.currency_code order by l.line_no)
                  from order_lines l where l.tenant_id = $1 and l.order_id = o.id) as lines
               from orders o where o.tenant_id = $1 and o.guid_key = $2`,
    guidKey,
  )
  return order
}

describe('an order of several lines in several currencies', () => {
  test('is stored with its lines’ totals, and takes their stock', async () => {
    const body = { ...orderBody({}), lines }
    expect((await shop.dealer.post(path, body)).status).toBe(200)
    expect(await stored(body.guidKey)).toEqual({
      // 7 × 99.99 + 5 × 20.05, the largest total: lists sort by it.
      amount: '80018',
      currency: 'EUR',
      qty: 22,
      totals: ['80018 EUR', '41722 TRY', '600 USD'],
      lines: ['3 × 1234 TRY', '2 × 10 TRY', '1 × 38000 TRY', '7 × 9999 EUR', '5 × 2005 EUR', '4 × 150 USD'],
    })
    expect(await stock()).toEqual([17, 18, 19, 13, 15, 16])
    expect(await shop.inventory(shop.id('A2 M'))).toBe(20)
    const { body: listed } = await shop.dealer.post('/api/Shop/GetOrders', {})
    expect(listed.data.items[0]).toMatchObject({ amount: 800.18, currency: 'EUR', qty: 22 })
    expect(listed.data.items[0].totals).toEqual([
      { currency: 'EUR', amount: 800.18 },
      { currency: 'TRY', amount: 417.22 },
      { currency: 'USD', amount: 6 },
    ])
  })

  test('has new amounts after an amendment, and moves each line’s stock by the difference', async () => {
    const body = { ...orderBody({}), lines }
    expect((await shop.dealer.post(path, body)).status).toBe(200)
    const [first, , lot, , , last] = lines as [Line, Line, Line, Line, Line, Line]
    const amended = {
      ...body,
      version: 1,
      lines: [
        { ...first, qty: 10 },
        { ...lot, qty: 2 },
        { ...last, qty: 1 },
      ],
    }
    expect((await shop.dealer.post(path, amended)).status).toBe(200)
    expect(await stored(body.guidKey)).toEqual({
      amount: '88340',
      currency: 'TRY',
      qty: 13,
      totals: ['88340 TRY', '150 USD'],
      lines: ['10 × 1234 TRY', '2 × 38000 TRY', '1 × 150 USD'],
    })
    expect(await stock()).toEqual([10, 20, 18, 20, 20, 19])
  })
})

describe.each(['Rpt', 'Season'])('a currency that somebody makes up in a %s order', (orderType) => {
  const forged = () => {
    const euros = lines[3] as Line
    return { euros, lines: lines.with(3, { ...euros, priceCurrencyCode: 'TRY' }) }
  }

  test('is refused for any amount, with the right currency', async () => {
    const { euros, lines: wrong } = forged()
    const answer = await place({ orderType, lines: wrong })
    expect([answer.status, answer.body.code]).toEqual([409, 'order.priceChanged'])
    expect(answer.body.lines).toEqual([
      {
        productId: euros.productId,
        unitPrice: 99.99,
        newUnitPrice: 99.99,
        priceCurrencyCode: 'TRY',
        newPriceCurrencyCode: 'EUR',
      },
    ])
    expect(await stock()).toEqual([20, 20, 20, 20, 20, 20])
    expect((await shop.dealer.post('/api/Shop/GetOrders', {})).body.data.total).toBe(0)
  })

  test.each([
    ['less of a line', 6],
    ['more of a line', 8],
  ])('is refused in an amendment that takes %s', async (_what, qty) => {
    const body = { ...orderBody({}), orderType, lines }
    expect((await shop.dealer.post(path, body)).status).toBe(200)
    const before = await stored(body.guidKey)
    const wrong = forged().lines.map((line, index) => (index === 3 ? { ...line, qty } : line))
    expect(await shop.dealer.post(path, { ...body, version: 1, lines: wrong })).toMatchObject(
      refusal(409, 'order.priceChanged'),
    )
    expect(await stored(body.guidKey)).toEqual(before)
  })
})
