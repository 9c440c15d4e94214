import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { prepared } from '#server/db/statement.ts'
import { strict } from '#server/http/strict.ts'
import { endpoints } from '#server/http/verbs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { testErpLink } from '#shared/erp/erp.ts'
import { refusal } from './app.ts'
import { orderBody, type Wholesaler, wholesaler } from './factories.ts'
import { form, multipart, part, send } from './send.ts'
import { shopPerFile, useApp } from './useShop.ts'

const app = useApp()
const shop = shopPerFile(app)

const cart = '/api/Shop/PostShopCart'
const nul = String.fromCodePoint(0)

test('dates and paths that the database cannot store are refused', async () => {
  const answers = await Promise.all([
    shop.admin.post('/api/Shop/GetOrders', { dateFrom: '0000-01-01T00:00:00Z' }),
    shop.visitor.get('/products/img640/%00/1/a.jpg'),
  ])
  for (const { status, body } of answers) {
    expect([400, 404]).toContain(status)
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['Message', 'code', 'requestId']))
  }
})

describe('a text that the database cannot store', () => {
  /** Unpaired surrogates and NUL. */
  const unstorable = ['\ud800', 'a\udfffb', nul]
  /** The agent's endpoints check its token first. */
  const calls = (endpoints as readonly Endpoint[]).filter(({ path }) => !path.startsWith('/api/ErpAgent/'))
  const isForm = ({ file, files }: Endpoint) => file !== undefined || files !== undefined

  test.each(calls.filter((one) => one.method === 'POST' && !isForm(one)).map((one) => one.path))(
    'is refused by field at %s',
    async (path) => {
      for (const text of unstorable) {
        const answer = await shop.admin.post(path, { deep: [{ text: text }] })
        expect(answer).toMatchObject(refusal(400, 'request.invalid'))
        expect(Object.keys(answer.body.fields)).toEqual(['deep.0.text'])
        const key = await shop.admin.post(path, { deep: { [`x${text}`]: 1 } })
        expect(key).toMatchObject(refusal(400, 'request.invalid'))
        expect(Object.keys(key.body.fields)[0]).toMatch(/^deep\.x/)
      }
    },
  )

  test.each(calls.filter(({ method }) => method === 'GET').map((one) => one.path))(
    'is refused by field at %s',
    async (path) => {
      const answer = await shop.admin.get(path, { text: nul })
      expect(answer).toMatchObject({ status: 400, body: { fields: { text: expect.any(String) } } })
    },
  )

  test('is refused in a form’s fields and file names', async () => {
    const { token } = (await shop.signIn('admin')).body
    const headers = { ...multipart, authorization: `Bearer ${token}` }
    const post = (...parts: Buffer[]) =>
      send(app, shop, '/api/Shop/PostProductImages', { headers, body: form(...parts) })
    const product = [part('itemCode', 'A1'), part('colorCode', '01')]
    const withFileName = (name: string) =>
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="file"; filename*=${name}\r\n\r\nno picture\r\n`,
      )
    const answers = await Promise.all([
      post(...product, part('replaces', nul)),
      post(...product, withFileName(`utf-8''a%00.jpg`)),
      post(...product, withFileName(`utf-16le''%00%d8.jpg`)),
    ])
    const fields = answers.map(({ body }) => Object.keys(body.fields ?? {}))
    expect(fields).toEqual([['replaces'], ['files.0'], ['files.0']])
  })

  test('is reported in words', async () => {
    const answer = await shop.visitor
      .as({ langCode: 'en' })
      .post('/api/Account/RequestPasswordReset', { username: `x${nul}` })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { username: 'Contains characters that cannot be saved. Type it again.' } },
    })
  })

  test('is refused at any depth', async () => {
    let deep: unknown = nul
    for (let level = 0; level < 2000; level += 1) deep = [deep]
    const answer = await shop.admin.post('/api/Shop/GetOrders', { deep })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)[0]).toHaveLength('deep'.length + 2000 * '.0'.length)
    const startedAt = performance.now()
    const { token } = (await shop.signIn('admin')).body
    const { body } = await send(app, shop, '/api/Shop/GetOrders', {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: `${'['.repeat(450_000)}"\\u0000"${']'.repeat(450_000)}`,
    })
    expect(body.code).toBe('request.invalid')
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  test('is not confused with valid surrogate pairs', async () => {
    const answer = await shop.admin.post('/api/Shop/GetOrders', { text: 'Ayla 👗' })
    expect(answer.status).toBe(200)
  })
})

describe('a body of junk', () => {
  const kilobyte = 1024
  const manyKeys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
  const posts = (endpoints as readonly Endpoint[]).filter(
    ({ method, path, file, files }) =>
      method === 'POST' && !file && !files && !path.startsWith('/api/ErpAgent/'),
  )
  const forAnybody = posts.filter(
    ({ access, maxBytes }) => ['open', 'shop', 'operator'].includes(access as string) && !maxBytes,
  )

  const listOf = (length: number, element: unknown) => Array.from({ length }, () => element)
  const elements = [{}, 1, 'a', [], manyKeys(20)]
  const junk = [
    ...elements.flatMap((element) => [listOf(2000, element), listOf(50_000, element)]),
    manyKeys(50_000),
  ]

  test('counts towards the calls of a minute', async () => {
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => shop.admin.post('/api/Erp/TestLink', { nonsense: true })),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect(count(400)).toBeLessThanOrEqual(testErpLink.perMinute?.address ?? 0)
    expect(count(400) + count(429)).toBe(15)
  })

  test.each(forAnybody.map(({ path }) => path))('is not read beyond 64 KB at %s', async (path) => {
    const answer = await shop.visitor.post(path, { x: 'a'.repeat(64 * kilobyte) })
    expect(answer).toMatchObject(refusal(413, 'request.tooLarge'))
  })

  test.each(posts.map(({ path }) => path))('is told by its first ten unknown fields at %s', async (path) => {
    const answer = await shop.admin.post(path, manyKeys(4000))
    if (answer.status === 401 || answer.status === 429) return
    expect(answer).toMatchObject(refusal(400, 'request.invalid'))
    expect(Object.keys(answer.body.fields ?? {}).length).toBeLessThanOrEqual(10)
  })

  test.each(posts.map(({ path }) => path))('in a list has few problems at %s', (path) => {
    const { input, sentBack } = posts.find((one) => one.path === path) as Endpoint
    const schema = strict(input, sentBack)
    for (const field of input instanceof z.ZodObject ? Object.keys(input.shape) : []) {
      for (const value of junk) {
        const { error } = schema.safeParse({ [field]: value })
        expect(error?.issues.length ?? 0).toBeLessThan(60)
      }
    }
  })
})

test('a list of an input needs a bound', () => {
  expect(() => strict(z.object({ ids: z.array(z.string()) }))).toThrow('needs a bound')
})

test('all errors have the same shape, also those of unknown routes', async () => {
  const answers = await Promise.all([
    shop.visitor.get('/api/%ZZ'),
    shop.visitor.get('/api/no/such/call'),
    shop.visitor.post('/api/Shop/GetShopHome'),
    shop.visitor.get('/products/img640/%ff/1/a.jpg'),
  ])
  for (const { status, body } of answers) {
    expect([400, 404]).toContain(status)
    expect(Object.keys(body).toSorted()).toEqual(['Message', 'code', 'requestId'])
  }
})

test('totals too large for the database are refused', async () => {
  const lines = Array.from({ length: 3000 }, () => [shop.id('A1 S'), 1_000_000] as [string, number])
  const answer = await shop.dealer.post(cart, orderBody({ lines, orderType: 'Season' }))
  expect(answer).toMatchObject(refusal(400, 'order.tooLarge'))
})

test('a note keeps its line breaks, but no other control characters', async () => {
  const body = shop.orderBody({ lines: { 'B1 S': 1 }, description: ' bir\r\niki\tüç ' })
  expect((await shop.dealer.post(cart, body)).status).toBe(200)
  const { body: read } = await shop.dealer.get('/api/Shop/GetShopHomeCart', {
    guidKey: body.guidKey.toUpperCase(),
  })
  expect(read.data.description).toBe('bir\niki üç')
})

test('failed sign-ins are counted by name on any host, and a huge name is fast', async () => {
  const tries = (host: string) =>
    app.at(host).post('/api/Account/authenticate', { username: 'admin', password: 'wrong' })
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, index) => tries(index % 2 ? 'shop' : 'SHOP')),
  )
  expect(statuses.filter(({ status }) => status === 401)).toHaveLength(5)
  // Combining marks once took a thousand times as long as plain text.
  const timed = async (username: string) => {
    const startedAt = performance.now()
    const { status } = await shop.visitor.post('/api/Account/authenticate', { username, password: 'x' })
    expect(status).toBe(400)
    return performance.now() - startedAt
  }
  await timed('a'.repeat(40_000))
  const plain = await timed('a'.repeat(40_000))
  expect(await timed(`e${'\u0301\u0323'.repeat(10_000)}`)).toBeLessThan(plain * 50)
})

describe('deleted and blocked accounts', () => {
  test('a customer whose account is deleted is signed out', async () => {
    const own = await wholesaler(app, 'gone')
    await own.update(`accounts set deleted_at = updated_at where code = '120.01'`)
    expect((await own.dealer.get('/api/Shop/GetShopHome')).status).toBe(401)
    expect((await own.dealer.get('/api/Account/GetUserInfo')).status).toBe(401)
  })
  test('a blocked account cannot order, but a resent order is answered', async () => {
    const own = await wholesaler(app, 'blocked')
    const body = own.orderBody()
    const first = await own.dealer.post(cart, body)
    await own.update(`accounts set is_blocked = true where code = '120.01'`)
    expect((await own.order()).body.code).toBe('order.accountBlocked')
    expect((await own.dealer.post(cart, body)).body).toEqual(first.body)
  })
})

describe('while a variant is locked', () => {
  /** Changes the price to 175, or what else is given, before unlocking. */
  async function withLock(
    own: Wholesaler,
    id: string,
    meanwhile: () => Promise<void>,
    change = 'update prices set amount_minor = 17500 where tenant_id = $1 and variant_id = $2',
  ): Promise<void> {
    await app.database.inTenant(own.tenantId, 'write', async (tx) => {
      await tx.query(
        prepared('select id from variants where tenant_id = $1 and id = $2 for no key update'),
        id,
      )
      await meanwhile()
      await tx.query({ text: change }, id)
    })
  }
  const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

  test('a waiting order uses the prices after the wait', async () => {
    const own = await wholesaler(app, 'waiting')
    let waiting: ReturnType<typeof own.dealer.post> | undefined
    await withLock(own, own.id('A1 S'), async () => {
      waiting = own.order()
      await sleep(300)
    })
    const answer = await waiting
    expect(answer?.body).toMatchObject({ code: 'order.priceChanged', lines: [{ newUnitPrice: 175 }] })
  })

  const blocking = `update accounts set is_blocked = true where tenant_id = $1 and $2::uuid is not null`
  const excluding = `
    insert into excluded_brands (tenant_id, account_id, brand_id)
    select $1, a.id, p.brand_id from accounts a, variants v join products p on p.tenant_id = $1 and p.id = v.product_id
    where a.tenant_id = $1 and v.tenant_id = $1 and v.id = $2 on conflict do nothing`
  const cheaper = `
    with versioned as (update tenant_versions set pricing = pricing + 1 where tenant_id = $1)
    insert into price_rules (tenant_id, id, name, target, basis, effect, tiers, ends_others, updated_at)
    select $1, gen_random_uuid(), 'Half', 'all', 'none', 'percent', '[{"from": 0, "percents": [50]}]', false, now()
    where $2::uuid is not null`
  test.each([
    ['an account that was blocked', blocking, { code: 'order.accountBlocked' }],
    ['a brand that was excluded', excluding, { code: 'order.lineUnavailable' }],
    ['a price rule that was added', cheaper, { success: true, lowered: [{ newUnitPrice: 50 }] }],
  ])('a new and an amended order that waited know of %s', async (_, change, answered) => {
    for (const isAmended of [false, true]) {
      const own = await wholesaler(app, `know${randomUUIDv7().slice(-8)}`)
      // Its rules are kept from then on.
      const first = await own.place()
      const placed = isAmended ? first : undefined
      const body = placed
        ? own.orderBody({ ...placed.body, lines: { 'A1 S': 3 }, version: 1 })
        : own.orderBody({ lines: { 'A1 S': 3 } })
      let waiting: ReturnType<typeof own.dealer.post> | undefined
      const sendMeanwhile = async () => {
        waiting = own.dealer.post(cart, placed ? { ...body, guidKey: placed.guidKey } : body)
        await sleep(300)
      }
      await withLock(own, own.id('A1 S'), sendMeanwhile, change)
      expect((await waiting)?.body).toMatchObject(answered)
    }
  })

  test('waiting writers do not block readers of any tenant', async () => {
    const own = await wholesaler(app, 'crowd')
    let waiting: Promise<{ status: number }[]> | undefined
    await withLock(own, own.id('A1 S'), async () => {
      waiting = Promise.all(Array.from({ length: 12 }, () => own.order({ lines: { 'A1 S': [1, 175] } })))
      await sleep(300)
      expect((await shop.dealer.get('/api/Shop/GetShopHome')).status).toBe(200)
    })
    expect((await waiting)?.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  })
})
