import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { prepared } from '#server/db/statement.ts'
import type { Client } from '#test/app.ts'
import { orderBody } from '#test/factories.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)
let variant: string
let other: string

beforeEach(async () => {
  variant = shop.id('A1 S')
  other = shop.id('A1 M')
})

const line = (productId: string, qty: number, unitPrice = 100) => ({
  productId,
  qty,
  currency: 'TRY',
  unitPrice,
})
const post = (client: Client, lines: unknown[], cartKey?: string, orderType?: string) =>
  client
    .as({ headers: { ...(cartKey ? { cartKey } : {}), ...(orderType ? { orderType } : {}) } })
    .post('/api/Shop/PostLogCart', lines)
const found = async (client: Client, guidKey?: string) =>
  (await client.get('/api/Shop/GetLogCart', guidKey ? { guidKey } : {})).body.data

/** Signed in on another device. */
async function secondDevice(): Promise<Client> {
  const { body } = await shop.signIn()
  return shop.visitor.as({ token: body.token })
}

type Row = {
  guid_key: string | null
  lines: unknown[]
  qty: number
  totals: unknown
  changed_at: Date
  seen_at: Date
  online_since: Date
}
const rows = () => shop.query<Row>('select * from live_carts where tenant_id = $1 order by seen_at')

describe('the live cart', () => {
  test('is stored as sent, with its sums', async () => {
    const key = randomUUIDv7()
    expect(await post(shop.dealer, [line(variant, 2), line(other, 3, 9.99)], key, 'Season')).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect(await rows()).toMatchObject([
      {
        guid_key: key,
        order_type: 'Season',
        lines: [line(variant, 2), line(other, 3, 9.99)],
        qty: 5,
        totals: [{ currency: 'TRY', amount: 229.97 }],
      },
    ])
  })

  test('is stored for customers only', async () => {
    for (const client of [shop.admin, shop.agent]) {
      expect((await post(client, [line(variant, 2)], randomUUIDv7())).body).toEqual({ success: true })
      expect(await found(client)).toBeNull()
    }
    expect(await rows()).toEqual([])
  })

  test('is stored for users whose first role is customer', async () => {
    await shop.query(`update users set agent_id = (select id from agents where tenant_id = $1 and code = 'P1'),
                                  roles = '{sp,customer}' where tenant_id = $1 and username = 'dealer'`)
    await post(shop.dealer, [line(variant, 2)], randomUUIDv7())
    expect(await rows()).toEqual([])
    await shop.update(`users set roles = '{customer,sp}' where username = 'dealer'`)
    await post(shop.dealer, [line(variant, 2)], randomUUIDv7())
    expect(await rows()).toHaveLength(1)
  })

  test('updates changedAt only with its lines, and seenAt always', async () => {
    const key = randomUUIDv7()
    await post(shop.dealer, [line(variant, 2), line(other, 1)], key)
    const [first] = await rows()
    await post(shop.dealer, [line(other, 1), line(variant, 2, 120)], key)
    const [repriced] = await rows()
    expect(repriced?.changed_at).toEqual(first?.changed_at)
    expect(repriced?.seen_at.getTime()).toBeGreaterThan(first?.seen_at.getTime() ?? 0)
    expect(repriced?.lines).toEqual([line(other, 1), line(variant, 2, 120)])
    expect(repriced?.totals).toEqual([{ currency: 'TRY', amount: 340 }])
    await post(shop.dealer, [line(variant, 3)], key)
    const [changed] = await rows()
    expect(changed?.changed_at).toEqual(changed?.seen_at)
    expect(changed?.online_since).toEqual(first?.online_since)
  })

  test('records since when its owner is online; a break restarts it', async () => {
    await post(shop.dealer, [line(variant, 2)])
    await shop.update(
      `live_carts set seen_at = seen_at - interval '2 minutes', online_since = online_since - interval '1 hour'`,
    )
    await post(shop.dealer, [line(variant, 2)])
    const [row] = await rows()
    expect(row?.online_since).toEqual(row?.seen_at)
  })

  // Looks at the place of a row.
  test.skipIf(inject('isDistributed'))('is not rewritten while only the time changes', async () => {
    const many = await manyLines(500)
    await post(shop.dealer, many, randomUUIDv7())
    const place = () =>
      shop.query<{ page: string; apart: string }>(
        // Long values are stored out of line (TOAST); rewriting would grow that.
        prepared(`select (ctid::text::point)[0]::text as page,
                           (select pg_relation_size(reltoastrelid)::text from pg_class
                            where oid = 'live_carts'::regclass) as apart
                    from live_carts where tenant_id = $1`),
      )
    const before = await place()
    expect(Number(before[0]?.apart)).toBeGreaterThan(0)
    for (let time = 0; time < 5; time += 1) await post(shop.dealer, many)
    expect(await place()).toEqual(before)
  })

  test('unseen for thirty days is deleted with the next report', async () => {
    await post(shop.dealer, [line(variant, 2)])
    await shop.update(`live_carts set seen_at = seen_at - interval '31 days'`)
    await post(await secondDevice(), [])
    expect(await rows()).toMatchObject([{ qty: 0 }])
  })

  test.each([
    ['a key that is none', [[], 'x']],
    ['a kind of order that is none', [[], randomUUIDv7(), 'Soon']],
    ['something else than lines', [{ lines: [] }]],
    ['a quantity of none', [[line(randomUUIDv7(), 0)]]],
    ['more than any order could be', [Array.from({ length: 3000 }, () => line(randomUUIDv7(), 1_000_000))]],
  ] as [string, [unknown[], string?, string?]][])('refuses %s', async (_, [lines, key, type]) => {
    expect((await post(shop.dealer, lines, key, type)).status).toBe(400)
  })
})

/** Enough lines to be stored out of line. */
const manyLines = async (size: number) => Array.from({ length: size }, () => line(randomUUIDv7(), 1))

describe('a cart from another device', () => {
  test('is the newest of the user’s other sessions', async () => {
    const [phone, tablet] = [await secondDevice(), await secondDevice()]
    const [older, newer] = [randomUUIDv7(), randomUUIDv7()]
    await post(phone, [line(variant, 2)], older)
    await post(tablet, [line(other, 3)], newer, 'Season')
    expect(await found(shop.dealer)).toMatchObject({
      guidKey: newer,
      orderType: 'Season',
      lines: [{ productId: other, qty: 3 }],
    })
    expect(await found(tablet, newer)).toMatchObject({ guidKey: older })
    const [, row] = await rows()
    expect((await found(shop.dealer)).changedAt).toBe(row?.changed_at.toISOString())
  })

  test('is neither empty nor this session’s own', async () => {
    const key = randomUUIDv7()
    const phone = await secondDevice()
    await post(phone, [line(variant, 2)], randomUUIDv7())
    await post(phone, [], randomUUIDv7())
    await post(shop.dealer, [line(variant, 2)], key)
    expect(await found(shop.dealer, key)).toBeNull()
  })

  test('is the own cart if this browser lost it', async () => {
    const key = randomUUIDv7()
    await post(shop.dealer, [line(variant, 2)], key)
    expect(await found(shop.dealer, randomUUIDv7())).toMatchObject({ guidKey: key })
  })

  test('disappears once its order is placed', async () => {
    const phone = await secondDevice()
    const body = orderBody({ lines: [[variant, 2]] })
    await post(phone, [line(variant, 2)], body.guidKey)
    expect(await found(shop.dealer)).not.toBeNull()
    expect((await phone.post('/api/Shop/PostShopCart', body)).status).toBe(200)
    expect(await found(shop.dealer)).toBeNull()
  })

  test('remains after its session has ended', async () => {
    const { body } = await shop.signIn()
    const phone = shop.visitor.as({ token: body.token })
    await post(phone, [line(variant, 2)], randomUUIDv7())
    await phone.post('/api/Account/Logout', { refreshToken: body.refreshToken })
    expect(await found(await secondDevice())).toMatchObject({ lines: [{ productId: variant, qty: 2 }] })
  })
})
