import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#shared/clock.ts'
import { type Client, refusal } from '#test/app.ts'
import { changesOf } from '#test/changes.ts'
import type { Wholesaler } from '#test/factories.ts'
import { exchange } from '#test/http.ts'
import { textsOf } from '#test/pdfText.ts'
import { tenPercent } from '#test/priceRule.ts'
import { newShop, secondServer, shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)
const today = dayOf(new Date(), 'Europe/Istanbul')

const rule = (fields: object = {}) => ({ ...tenPercent, ...fields })
const save = (fields: object = {}, client = shop.admin) =>
  client.post('/api/Price/SavePriceRule', rule(fields))
const saved = async (fields: object = {}): Promise<{ id: string; version: number }> => {
  const { status, body } = await save(fields)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
const list = async (filters: object = {}) =>
  (await shop.admin.post('/api/Price/GetPriceRules', filters)).body.data.items
const names = async (filters: object = {}) => (await list(filters)).map(({ name }: { name: string }) => name)
const pricing = async (client = shop.dealer, asked: Record<string, string> = {}) =>
  (await client.get('/api/Shop/GetPricing', asked)).body.data
const brandOf = async ({ admin }: Pick<Wholesaler, 'admin'>) =>
  (await admin.get('/api/Shop/GetShopHome')).body.data.brands[0].brandId
const linesOf = async (guidKey: string) =>
  (await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey })).body.data.lines

describe('a rule of several', () => {
  const idsOf = async () => {
    const { brands, categories } = (await shop.admin.get('/api/Shop/GetShopHome')).body.data
    const named = (name: string) =>
      categories.find(({ categoryName }: { categoryName: string }) => categoryName === name)?.categoryId
    return {
      brands: brands.map(({ brandId }: { brandId: string }) => brandId) as string[],
      women: named('Kadın'),
      dresses: named('Elbise'),
      shirts: named('Gömlek'),
    }
  }
  const unitPrices = async (...sizes: string[]) => {
    const lines = Object.fromEntries(sizes.map((size) => [size, 1]))
    const { guidKey } = await shop.place({ lines })
    return (await linesOf(guidKey)).map(({ unitPrice }: { unitPrice: number }) => unitPrice)
  }

  test('brands is for each of them, and named with them all', async () => {
    const { brands } = await idsOf()
    const [first, second] = brands
    const { id } = await saved({ target: 'brand', brandId: first, otherIds: [second] })
    expect((await list())[0]).toMatchObject({
      id,
      brandId: first,
      otherIds: [second],
      brandName: expect.stringMatching(/.+ \| .+/),
    })
    expect(await unitPrices('A1 S', 'B1 S')).toEqual([90, 90])
    const unknown = { target: 'brand', brandId: first, otherIds: [crypto.randomUUID()] }
    expect(await save(unknown)).toMatchObject(refusal(400, 'request.invalid'))
    // Without others it is for the first alone.
    await saved({ id, version: 1, target: 'brand', brandId: first, otherIds: [] })
    expect((await list())[0]).not.toHaveProperty('otherIds')
    expect((await unitPrices('A1 S', 'B1 S')).toSorted()).toEqual([100, 90])
  })

  test('categories takes a price off once, also in one below another of them', async () => {
    const { women, dresses, shirts } = await idsOf()
    await saved({ target: 'category', categoryId: women, otherIds: [dresses, shirts] })
    expect(await unitPrices('A1 S', 'B1 S')).toEqual([90, 90])
  })

  test('contradicts a rule that has one of them', async () => {
    const { brands } = await idsOf()
    const net = { effect: 'fixed', currencyCode: 'TRY', tiers: [{ from: 0, amount: 90 }], target: 'brand' }
    const first = await saved({ ...net, brandId: brands[1] })
    const both = await saved({ ...net, name: 'Both', brandId: brands[0], otherIds: [brands[1]] })
    const check = await shop.admin.get('/api/Price/CheckPriceRule', { id: both.id })
    expect(check.body.data.contradicted).toMatchObject([{ id: first.id, how: 'same' }])
  })
})

describe('a rule', () => {
  test('gives nothing for free, but what was agreed and what an agent gives stay', async () => {
    const agreed = await shop.place(
      { lines: { 'A2 S': [2, 0] }, discount: 100, discountReason: 'Fuar' },
      shop.agent,
    )
    await saved({ tiers: [{ from: 0, percents: [100] }] })
    const refused = await shop.order({ lines: { 'A1 S': [1, 0] } })
    expect(refused).toMatchObject(refusal(409, 'order.lineUnavailable'))
    expect(refused.body.lines).toEqual([{ productId: shop.id('A1 S') }])
    const { guidKey } = agreed
    const lines = { 'A2 S': [1, 0] } as const
    const less = shop.orderBody({ lines: { 'A2 S': [...lines['A2 S']] }, guidKey, version: 1, discount: 100 })
    expect(
      (await shop.agent.post('/api/Shop/PostShopCart', { ...less, discountReason: 'Fuar' })).status,
    ).toBe(200)
  })

  test('applies to orders from the next call on; the order keeps its steps', async () => {
    await saved()
    await saved({
      name: 'Bayi',
      audience: 'account',
      currAccCode: '120.01',
      tiers: [{ from: 0, percents: [5] }],
    })
    const { guidKey } = await shop.place({ lines: { 'A1 S': [2, 85.5], 'A1 L4': [1, 324.9] } })
    const [size, lot] = await linesOf(guidKey)
    expect(size).toMatchObject({
      unitPrice: 85.5,
      listPrice: 100,
      priceSteps: [
        { name: 'Sezon', basis: 'none', percents: [10], unitPrice: 90 },
        { name: 'Bayi', percents: [5], unitPrice: 85.5 },
      ],
    })
    expect(lot).toMatchObject({ unitPrice: 324.9, listPrice: 380 })
    const order = await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey })
    expect(order.body.data.totals).toEqual([{ currency: 'TRY', amount: 495.9 }])
    await shop.update("price_rules set is_active = false where name = 'Sezon'")
    expect((await linesOf(guidKey))[0]).toMatchObject({ unitPrice: 85.5, listPrice: 100 })
  })

  test('that lowers a price is taken with an order at the list price, and the answer says so', async () => {
    await saved()
    const body = shop.orderBody({ lines: { 'A1 S': 2, 'A1 M': [1, 90] } })
    const place = () => shop.dealer.post('/api/Shop/PostShopCart', body)
    const lowered = [
      { productId: shop.id('A1 S'), unitPrice: 100, newUnitPrice: 90, priceCurrencyCode: 'TRY' },
    ]
    const first = await place()
    expect(first).toMatchObject({ status: 200, body: { lowered } })
    expect(await linesOf(body.guidKey)).toMatchObject([
      { unitPrice: 90, listPrice: 100 },
      { unitPrice: 90, listPrice: 100 },
    ])
    expect((await place()).body).toEqual(first.body)
    const amended = { ...shop.orderBody({ lines: { 'A1 S': 3 } }), guidKey: body.guidKey, version: 1 }
    const amend = () => shop.dealer.post('/api/Shop/PostShopCart', amended)
    const answer = await amend()
    expect(answer).toMatchObject({ status: 200, body: { lowered } })
    expect((await amend()).body).toEqual(answer.body)
  })

  test('is in the answers of the product calls that ask for it', async () => {
    await saved()
    await saved({ name: 'On', basis: 'itemPieces', tiers: [{ from: 10, percents: [50] }] })
    await shop.load([{ itemCode: 'A1', colorCode: '01', itemDim1Code: 'S', barcode: '8690000000017' }])
    const priceOf = (product: { items: Record<string, unknown>[] }) => {
      const item = product.items.find(({ productId }) => productId === shop.id('A1 S'))
      return [item?.unitPrice, item?.ruleUnitPrice]
    }
    const read = async (rulePrices: boolean) => {
      const orderType = 'Rpt'
      const asked = { orderType, ...(rulePrices ? { rulePrices } : {}) }
      const [page, found, ids, barcode] = await Promise.all([
        shop.dealer.post('/api/Shop/GetCategoryProducts', { ...asked, itemCode: 'A1' }),
        shop.dealer.post('/api/Shop/GetProductsBySearch', { ...asked, searchText: 'A1' }),
        shop.dealer.post('/api/Shop/GetProductsByIds', { ...asked, ids: [shop.id('A1 S')] }),
        shop.dealer.get('/api/Shop/GetProductByBarcode', {
          barcode: '8690000000017',
          ...(rulePrices ? { rulePrices: 'true' } : {}),
        }),
      ])
      return [
        page.body.data.products[0],
        found.body.data.products[0],
        ids.body.data[0],
        barcode.body.data,
      ].map(priceOf)
    }
    expect(await read(true)).toEqual(Array.from({ length: 4 }, () => [100, 90]))
    expect(await read(false)).toEqual(Array.from({ length: 4 }, () => [100, undefined]))
    const [ofAgent] = (
      await shop.agent.post('/api/Shop/GetProductsByIds', {
        ids: [shop.id('A1 S')],
        orderType: 'Rpt',
        currAccCode: '120.01',
        rulePrices: true,
      })
    ).body.data
    expect(priceOf(ofAgent)).toEqual([100, 90])
  })

  test('that ends makes the lower price that was seen outdated', async () => {
    const { id } = await saved()
    await shop.admin.post('/api/Price/DeletePriceRule', { id })
    expect(await shop.order({ lines: { 'A1 S': [1, 90] } })).toMatchObject(
      refusal(409, 'order.priceChanged', {
        lines: [{ productId: shop.id('A1 S'), unitPrice: 90, newUnitPrice: 100 }],
      }),
    )
  })

  test('counts pieces over sizes and lots', async () => {
    await saved({ basis: 'itemPieces', tiers: [{ from: 10, percents: [10] }] })
    await shop.place({ lines: { 'A1 S': 5, 'A1 L4': 1, 'A2 S': 1 } })
    await shop.place({ lines: { 'A1 S': [6, 90], 'A1 L4': [1, 342], 'A2 S': 1 } })
    expect((await shop.order({ lines: { 'A1 S': [5, 90], 'A1 L4': 1 } })).status).toBe(409)
  })

  test('has days: from the first to the last, in Istanbul', async () => {
    await saved({ validFrom: addDays(today, 1) })
    await saved({ name: 'Over', validUntil: addDays(today, -1) })
    await saved({ name: 'Today', validFrom: today, validUntil: today, tiers: [{ from: 0, percents: [20] }] })
    await shop.place({ lines: { 'A1 S': [1, 80] } })
    expect((await pricing()).rules).toMatchObject([{ name: 'Today' }])
    expect(await names({ state: 'coming' })).toEqual(['Sezon'])
    expect(await names({ state: 'over' })).toEqual(['Over'])
    expect(await names({ state: 'valid' })).toEqual(['Today'])
  })

  test('with a code is only for orders that name it, in any spelling', async () => {
    await saved({ code: 'BAHAR26' })
    expect(await pricing()).toMatchObject({ rules: [] })
    expect(await pricing(shop.dealer, { code: 'bahar26' })).toMatchObject({ isCodeKnown: true, rules: [{}] })
    expect(await pricing(shop.dealer, { code: 'YAZ' })).toMatchObject({ isCodeKnown: false, rules: [] })
    await shop.place({ lines: { 'A1 S': 1 } })
    const { guidKey } = await shop.place({ lines: { 'A1 S': [1, 90] }, campaignCode: 'Bahar26' })
    const order = await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey })
    expect(order.body.data.campaignCode).toBe('Bahar26')
    await saved({ code: '\u200b' })
    expect(await pricing()).toMatchObject({ rules: [] })
  })

  test('is not found by trying codes, however many at once', async () => {
    await saved({ code: 'BAHAR26' })
    const codes = Array.from({ length: 40 }, (_, at) => `GUESS${at}`)
    const answers = await Promise.all(codes.map((code) => pricing(shop.dealer, { code })))
    expect(answers.filter((one) => one.codeRetrySeconds === undefined)).toHaveLength(5)
    const found = await pricing(shop.dealer, { code: 'BAHAR26' })
    expect(found).toMatchObject({ rules: [], isCodeKnown: false, codeRetrySeconds: expect.any(Number) })
    // A refused price would tell.
    const order = { lines: { 'A1 S': [1, 1] as [number, number] }, campaignCode: 'BAHAR26' }
    expect(await shop.order(order)).toMatchObject(
      refusal(429, 'session.tooManyTries', { seconds: expect.any(Number) }),
    )
    expect((await pricing()).rules).toEqual([])
    // Others of the same address are not stopped, and what was judged before costs no try.
    for (let again = 0; again < 10; again += 1)
      expect(await pricing(shop.agent, { code: again % 2 ? 'BAHAR26' : 'GUESS' })).not.toHaveProperty(
        'codeRetrySeconds',
      )
  })

  test('is seen by those it is for, without what others may not see', async () => {
    await saved({ audience: 'account', currAccCode: '120.02' })
    await saved({ audience: 'priceGroup', priceGroup: 'TF' })
    await saved({ name: 'CB', audience: 'priceGroup', priceGroup: 'CB' })
    const { rules } = await pricing()
    expect(rules).toEqual([{ id: expect.any(String), ...rule({ name: 'CB', audience: 'priceGroup' }) }])
    expect((await pricing(shop.agent, { currAccCode: '120.02' })).rules).toHaveLength(2)
    expect((await shop.dealer.get('/api/Shop/GetPricing', { currAccCode: '120.02' })).status).toBe(404)
    expect((await shop.visitor.get('/api/Shop/GetPricing')).status).toBe(401)
  })

  test('for a category is for those below it, and knows them', async () => {
    const { categories } = (await shop.admin.get('/api/Shop/GetShopHome')).body.data
    const women = categories.find(({ categoryName }: { categoryName: string }) => categoryName === 'Kadın')
    await saved({ target: 'category', categoryId: women.categoryId })
    const { parents } = await pricing()
    expect(Object.values(parents)).toEqual([women.categoryId])
    await shop.place({ lines: { 'A1 S': [1, 90], 'B1 S': 1 } })
  })

  test('of one tenant is not another’s', async () => {
    const other = await newShop(app)
    const { id } = (await other.admin.post('/api/Price/SavePriceRule', rule())).body.data
    expect(await list()).toEqual([])
    expect((await save({ id, version: 1 })).status).toBe(404)
    expect((await shop.admin.post('/api/Price/DeletePriceRule', { id })).status).toBe(404)
    expect((await pricing()).rules).toEqual([])
    expect(await save({ target: 'brand', brandId: await brandOf(other) })).toMatchObject(
      refusal(400, 'request.invalid'),
    )
  })

  test('changed by one server holds for orders on the other at once', async () => {
    const { port } = await secondServer(app, {})
    const elsewhere = async (unitPrice: number) => {
      const headers = {
        host: `${shop.key}.localhost`,
        authorization: `Bearer ${(await shop.signIn()).body.token}`,
        'content-type': 'application/json',
      }
      const body = JSON.stringify(shop.orderBody({ lines: { 'A1 S': [1, unitPrice] } }))
      return (await exchange({ port, path: '/api/Shop/PostShopCart', method: 'POST', headers, body })).status
    }
    expect(await elsewhere(90)).toBe(409)
    const { id } = await saved()
    expect(await elsewhere(90)).toBe(200)
    await shop.admin.post('/api/Price/DeletePriceRule', { id })
    expect(await elsewhere(90)).toBe(409)
  })
})

describe('an amended order', () => {
  type Lines = Record<string, [qty: number, unitPrice: number]>
  const amend = (
    guidKey: string,
    lines: Lines,
    version: number,
    { by = shop.dealer, ...change }: { by?: Client; campaignCode?: string } = {},
  ) => by.post('/api/Shop/PostShopCart', { ...shop.orderBody({ lines, ...change }), guidKey, version })
  const dearer = (...lines: [name: string, newUnitPrice: number][]) =>
    refusal(409, 'order.priceChanged', {
      lines: lines.map(([name, newUnitPrice]) => ({ productId: shop.id(name), newUnitPrice })),
    })
  const fromTen = { basis: 'itemPieces', tiers: [{ from: 10, percents: [10] }] }

  test('keeps what it had up to its quantities while its tier is reached, and is priced anew beyond them', async () => {
    const { id } = await saved({ basis: 'itemPieces', tiers: [{ from: 3, percents: [10] }] })
    const { guidKey } = await shop.place({ lines: { 'A1 S': [3, 90], 'A1 M': [1, 90] } })
    expect(await amend(guidKey, { 'A1 S': [3, 90] }, 1)).toMatchObject({ status: 200 })
    expect((await linesOf(guidKey))[0]).toMatchObject({ unitPrice: 90, listPrice: 100, priceSteps: [{}] })
    // The pieces that stay count for the new ones.
    expect(await amend(guidKey, { 'A1 S': [3, 90], 'A1 M': [1, 90] }, 2)).toMatchObject({ status: 200 })
    await shop.admin.post('/api/Price/DeletePriceRule', { id })
    expect(await amend(guidKey, { 'A1 S': [3, 90], 'A1 M': [2, 90] }, 3)).toMatchObject(dearer(['A1 M', 100]))
    expect(await amend(guidKey, { 'A1 S': [3, 90], 'A1 M': [2, 100] }, 3)).toMatchObject({ status: 200 })
    const [kept, grown] = await linesOf(guidKey)
    expect(kept).toMatchObject({ unitPrice: 90, listPrice: 100 })
    expect(grown).not.toHaveProperty('listPrice')
    expect(grown).not.toHaveProperty('priceSteps')
  })

  test.each(['dealer', 'agent', 'admin'] as const)(
    'loses the price of a tier that it no longer reaches, whoever amends it: the %s',
    async (role) => {
      await saved(fromTen)
      const by = shop[role]
      const { guidKey } = await shop.place({ lines: { 'A1 S': [8, 90], 'A1 M': [2, 90] } })
      expect(await amend(guidKey, { 'A1 S': [8, 90], 'A1 M': [1, 90] }, 1, { by })).toMatchObject(
        dearer(['A1 S', 100], ['A1 M', 100]),
      )
      const amendment = await amend(guidKey, { 'A1 S': [8, 100], 'A1 M': [1, 100] }, 1, { by })
      expect(amendment.status).toBe(200)
      const order = await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey })
      expect(order.body.data.totals).toEqual([{ currency: 'TRY', amount: 900 }])
      expect(order.body.data.lines[0]).not.toHaveProperty('priceSteps')
    },
  )

  test('loses what rules by its amount and its campaign gave', async () => {
    const byAmount = { basis: 'orderAmount', currencyCode: 'TRY', tiers: [{ from: 1000, percents: [10] }] }
    await saved(byAmount)
    await saved({ name: 'Bahar', code: 'BAHAR', tiers: [{ from: 0, percents: [20] }] })
    const campaignCode = 'BAHAR'
    const { guidKey } = await shop.place({ lines: { 'A1 S': [13, 72] }, campaignCode })
    expect(await amend(guidKey, { 'A1 S': [12, 72] }, 1, { campaignCode })).toMatchObject(
      dearer(['A1 S', 80]),
    )
    expect(await amend(guidKey, { 'A1 S': [12, 80] }, 1, { campaignCode })).toMatchObject({ status: 200 })
    expect(await amend(guidKey, { 'A1 S': [12, 80] }, 2)).toMatchObject(dearer(['A1 S', 90]))
    expect(await amend(guidKey, { 'A1 S': [12, 90] }, 2)).toMatchObject({ status: 200 })
  })

  test('that was split keeps its price until a part shrinks', async () => {
    await saved({
      basis: 'orderAmount',
      currencyCode: 'TRY',
      tiers: [{ from: 1000, percents: [10] }],
    })
    const whole = await shop.place({ lines: { 'A1 S': [5, 90], 'B1 S': [5, 90] } })
    const { body } = await shop.admin.post('/api/Shop/SplitOrder', { id: whole.id, version: 1 })
    const [{ orderId }] = body.data.orders
    const part = (await shop.admin.get('/api/Shop/GetOrderById', { id: orderId })).body.data
    const [line] = part.lines
    expect(line.unitPrice).toBe(90)
    const change = (qty: number, unitPrice: number, version: number, description = '') =>
      shop.dealer.post('/api/Shop/PostShopCart', {
        ...shop.orderBody({ description }),
        guidKey: part.guidKey,
        version,
        lines: [{ productId: line.productId, qty, unitPrice, priceCurrencyCode: 'TRY' }],
      })
    expect((await change(5, 90, part.version, 'Cuma')).status).toBe(200)
    expect((await change(4, 90, part.version + 1)).body.code).toBe('order.priceChanged')
    expect((await change(4, 100, part.version + 1)).status).toBe(200)
  })

  test('that was cancelled and restored follows the same rule', async () => {
    await saved(fromTen)
    const { guidKey, id } = await shop.place({ lines: { 'A1 S': [10, 90] } })
    await shop.agent.get('/api/Shop/DeleteOrder', { id })
    await shop.agent.get('/api/Shop/RestoreOrder', { id })
    expect((await linesOf(guidKey))[0]).toMatchObject({ unitPrice: 90 })
    expect(await amend(guidKey, { 'A1 S': [1, 90] }, 3)).toMatchObject(dearer(['A1 S', 100]))
  })

  test('that waits for the office loses it also by what the office offers', async () => {
    await saved(fromTen)
    await shop.update("accounts set credit_limit = 100 where code = '120.01'")
    const { guidKey } = await shop.place({ lines: { 'A1 S': [10, 90] } })
    const by = shop.admin
    expect(await amend(guidKey, { 'A1 S': [9, 90] }, 1, { by })).toMatchObject(dearer(['A1 S', 100]))
    expect(await amend(guidKey, { 'A1 S': [9, 100] }, 1, { by })).toMatchObject({ status: 200 })
    const order = await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey })
    expect(order.body.data).toMatchObject({
      state: 'returned',
      lines: [{ qty: 9, unitPrice: 100 }],
      hold: { before: [{ qty: 10, unitPrice: 90 }] },
    })
  })
})

describe('the office', () => {
  test('lists rules by precedence, filters and searches them', async () => {
    await saved({ name: 'All' })
    await saved({ name: 'Marka', target: 'brand', brandId: await brandOf(shop) })
    await saved({
      name: 'Net',
      audience: 'account',
      currAccCode: '120.01',
      target: 'item',
      itemCode: 'A1',
      effect: 'fixed',
      currencyCode: 'TRY',
      tiers: [{ from: 0, amount: 80 }],
    })
    await saved({ name: 'Grup', audience: 'priceGroup', priceGroup: 'CB' })
    expect(await names()).toEqual(['Net', 'Grup', 'Marka', 'All'])
    expect((await list())[0]).toMatchObject({
      accountName: 'Dealer 120.01',
      itemDescription: 'Ürün A1',
      version: 1,
    })
    expect(await names({ audience: 'everybody' })).toEqual(['Marka', 'All'])
    expect(await names({ target: 'item' })).toEqual(['Net'])
    expect(await names({ effect: 'percent', sort: 'name' })).toEqual(['All', 'Grup', 'Marka'])
    expect(await names({ search: 'DEALER 120.01' })).toEqual(['Net'])
    expect(await names({ currAccCode: '120.01' })).toEqual(['Net'])
  })

  test('downloads rules as a file, by precedence and filtered', async () => {
    const net = await saved({
      name: 'Net',
      audience: 'account',
      currAccCode: '120.01',
      target: 'item',
      itemCode: 'A1',
      basis: 'itemPieces',
      effect: 'fixed',
      currencyCode: 'TRY',
      tiers: [
        { from: 50, amount: 80.5 },
        { from: 100, amount: 78 },
      ],
      endsOthers: true,
      validFrom: '2026-03-01',
    })
    const half = await saved({
      name: 'All',
      tiers: [{ from: 0, percents: [20, 2.5] }],
      code: 'FUAR',
      isActive: false,
    })
    const file = async (langCode: string, asked: object = {}) => {
      const client = shop.admin.as({ langCode })
      const { status, body } = await client.post('/api/Price/ExportPriceRules', { format: 'csv', ...asked })
      expect(status).toBe(200)
      return (body as unknown as Buffer).toString().replace('\ufeff', '').trimEnd().split('\r\n')
    }
    const [, ...english] = await file('en')
    expect(english).toEqual([
      `Net,,120.01,Dealer 120.01,,,A1,Ürün A1,,By pieces of the item,Fixed price,50+: 80.5 | 100+: 78,TRY,Yes,,2026-03-01,,Yes,${net.id}`,
      `All,,,,,,,,,Always,Percent off,20+2.5,,No,FUAR,,,No,${half.id}`,
    ])
    const [head, row, ...others] = await file('tr', { audience: 'account' })
    expect(head).toMatch(/^Ad;Fiyat grubu;/)
    expect(row).toContain(';"50+: 80,5 | 100+: 78";')
    expect(others).toEqual([])
  })

  test('changes and deletes a rule; both are logged', async () => {
    const { id } = await saved()
    const changed = await save({
      id,
      version: 1,
      name: 'Sezon sonu',
      tiers: [{ from: 0, percents: [20, 5] }],
    })
    expect(changed.body.data).toEqual({ id, version: 2 })
    expect(await save({ id, version: 1 })).toMatchObject(refusal(409, 'record.changed'))
    await shop.admin.post('/api/Price/DeletePriceRule', { id })
    expect((await shop.admin.post('/api/Price/DeletePriceRule', { id })).status).toBe(404)
    expect(await changesOf(app, shop, 'priceRule')).toMatchObject([
      {
        action: 'added',
        subjectName: 'Sezon',
        after: { audience: 'everybody', tiers: [{ from: 0, percents: [10] }] },
      },
      {
        action: 'changed',
        before: { name: 'Sezon', tiers: [{ from: 0, percents: [10] }] },
        after: { name: 'Sezon sonu', tiers: [{ from: 0, percents: [20, 5] }] },
      },
      { action: 'deleted', subjectName: 'Sezon sonu' },
    ])
  })

  test.each<[object, string]>([
    [{ audience: 'account' }, 'currAccCode'],
    [{ audience: 'account', currAccCode: 'X' }, 'currAccCode'],
    [{ audience: 'priceGroup' }, 'priceGroup'],
    [{ target: 'brand' }, 'brandId'],
    [{ target: 'item', itemCode: 'X' }, 'itemCode'],
    [{ target: 'product', itemCode: 'A1' }, 'colorCode'],
    [{ target: 'product', itemCode: 'A1', colorCode: 'X' }, 'colorCode'],
    [{ effect: 'fixed', tiers: [{ from: 0, amount: 1 }] }, 'currencyCode'],
    [{ effect: 'fixed', currencyCode: 'TRY' }, 'tiers.0.amount'],
    [{ tiers: [{ from: 0 }] }, 'tiers.0.percents'],
    [{ tiers: [{ from: 1, percents: [1] }] }, 'tiers.0.from'],
    [{ tiers: [{ from: 0, percents: [0] }] }, 'tiers.0.percents.0'],
    [{ tiers: [{ from: 0, percents: [100.1] }] }, 'tiers.0.percents.0'],
    [
      {
        basis: 'itemPieces',
        tiers: [
          { from: 5, percents: [1] },
          { from: 5, percents: [2] },
        ],
      },
      'tiers.1.from',
    ],
    [{ basis: 'itemPieces', tiers: [{ from: 1.5, percents: [1] }] }, 'tiers.0.from'],
    [{ validFrom: '2026-02-01', validUntil: '2026-01-31' }, 'validUntil'],
  ])('is told what a rule lacks: %j', async (fields, at) => {
    const { status, body } = await save(fields)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [at] })
  })

  test('tries what an account pays, and why', async () => {
    await saved({ basis: 'itemPieces', tiers: [{ from: 100, percents: [3] }] })
    await saved({ name: 'Yarın', validFrom: addDays(today, 1), tiers: [{ from: 0, percents: [50] }] })
    const tried = async (asked: object) =>
      (await shop.admin.post('/api/Price/TryPrice', { currAccCode: '120.01', itemCode: 'A1', ...asked })).body
        .data
    expect((await tried({}))[0]).toMatchObject({
      itemDim1Code: 'S',
      listPrice: 100,
      unitPrice: 100,
      priceSteps: [],
    })
    expect((await tried({ pieces: 100 })).map(({ unitPrice }: { unitPrice: number }) => unitPrice)).toEqual([
      97, 97, 368.6,
    ])
    expect((await tried({ day: addDays(today, 1) }))[0]).toMatchObject({
      unitPrice: 50,
      priceSteps: [{ name: 'Yarın' }],
    })
    expect((await shop.admin.post('/api/Price/TryPrice', { itemCode: 'X' })).status).toBe(404)
  })

  test('without the task sees nothing of it', async () => {
    expect((await save({}, shop.agent)).status).toBe(403)
    expect((await save({}, shop.dealer)).status).toBe(403)
  })
})

describe('a rule is warned of', () => {
  const check = async ({ id }: { id: string }) =>
    (await shop.admin.get('/api/Price/CheckPriceRule', { id })).body.data

  test('where it may sell below the floor price, with what else applies and at its highest tier', async () => {
    await shop.load([
      { itemCode: 'A1', colorCode: '01', itemDim1Code: 'S', priceMIN: '90.00', currencyMIN: 'TRY' },
    ])
    const tiers = [
      { from: 10, percents: [5] },
      { from: 100, percents: [10] },
    ]
    const tiered = await saved({ name: 'Kademe', basis: 'itemPieces', tiers })
    const nothing = { belowFloor: 0, items: [], isPartial: false, contradicted: [], isCodeShort: false }
    expect(await check(tiered)).toEqual(nothing)
    expect(await check(await saved({ name: 'Kod', code: 'YAZ2026' }))).toMatchObject({ isCodeShort: true })
    expect(await check(await saved({ name: 'Kod 8', code: 'YAZ-2026' }))).toMatchObject({
      isCodeShort: false,
    })
    await shop.update(`tenant_settings set floor_price_group = 'MIN'`)
    expect(await check(tiered)).toMatchObject({ belowFloor: 0 })
    await saved({
      name: 'Bayi',
      audience: 'account',
      currAccCode: '120.01',
      tiers: [{ from: 0, percents: [1] }],
    })
    expect(await check(tiered)).toMatchObject({ belowFloor: 0 })
    const season = await saved({ tiers: [{ from: 0, percents: [1] }] })
    expect(await check(tiered)).toMatchObject({ belowFloor: 1, items: ['A1'] })
    expect(await check(season)).toMatchObject({ belowFloor: 1, items: ['A1'] })
  })

  test('another fixed price for the same, and rules that it ends for ever', async () => {
    const net = {
      effect: 'fixed',
      currencyCode: 'TRY',
      target: 'item',
      itemCode: 'A1',
      tiers: [{ from: 0, amount: 80 }],
    }
    const first = await saved({ ...net, name: 'Net' })
    await saved({ ...net, name: 'Net of B1', itemCode: 'B1' })
    await saved({ ...net, name: 'Coming', validFrom: addDays(today, 30) })
    await saved({ ...net, name: 'Over', validUntil: addDays(today, -1) })
    const second = await saved({ ...net, name: 'Net again', endsOthers: true, validFrom: today })
    const discount = await saved({ name: 'Discount', target: 'item', itemCode: 'A1' })
    expect((await check(second)).contradicted).toEqual(
      [
        { id: expect.any(String), name: 'Coming', how: 'same' },
        { id: discount.id, name: 'Discount', how: 'never' },
        { id: first.id, name: 'Net', how: 'same' },
        { id: expect.any(String), name: 'Over', how: 'same' },
      ].filter(({ name }) => name !== 'Over'),
    )
    expect((await check(discount)).contradicted).toEqual([{ id: second.id, name: 'Net again', how: 'ended' }])
  })

  test('another discount for the same, which is taken off too', async () => {
    const first = await saved({ name: 'Sezon', code: 'yaz' })
    const second = await saved({ name: 'Sezon again', code: 'YAZ', tiers: [{ from: 0, percents: [20] }] })
    await saved({ name: 'Another code' })
    await saved({ name: 'Over', code: 'yaz', validUntil: addDays(today, -1) })
    await saved({ name: 'Tiers', code: 'yaz', basis: 'itemPieces', tiers: [{ from: 5, percents: [10] }] })
    await saved({ name: 'Off', code: 'yaz', isActive: false })
    await saved({ name: 'Group', code: 'yaz', audience: 'priceGroup', priceGroup: 'CB' })
    await saved({ name: 'Item', code: 'yaz', target: 'item', itemCode: 'A1' })
    await saved({
      name: 'Amount',
      code: 'yaz',
      effect: 'amountOff',
      currencyCode: 'TRY',
      tiers: [{ from: 0, amount: 5 }],
    })
    await shop.update(`price_rules set valid_from = $2 where name = 'Sezon'`, today)
    expect((await check(first)).contradicted).toEqual([{ id: second.id, name: 'Sezon again', how: 'twice' }])
    expect((await check(second)).contradicted).toEqual([
      { id: expect.any(String), name: 'Over', how: 'twice' },
      { id: first.id, name: 'Sezon', how: 'twice' },
    ])
  })
})

describe('a price of less than half the list price', () => {
  const net = { effect: 'fixed', currencyCode: 'TRY', target: 'item', itemCode: 'A1' }
  const tiersOf = (...amounts: number[]) => amounts.map((amount, at) => ({ from: at * 10, amount }))
  const asked = async (fields: object) => {
    const { status, body } = await save(fields, shop.admin.as({ langCode: 'tr' }))
    return status === 200 ? undefined : [body.code, body.Message]
  }

  test('is asked about, with the list price and the price of what it is worst for', async () => {
    await shop.load([{ itemCode: 'A1', colorCode: '01', itemDim1Code: 'S', priceCB: '574.50' }])
    const [code, message] = (await asked({ ...net, tiers: tiersOf(1.05) })) ?? []
    expect(code).toBe('priceRule.belowHalf')
    expect(message).toContain('Ürün A1 · A1: ₺574,50 → ₺1,05')
    expect(await list()).toEqual([])
    const { id } = await saved({ ...net, tiers: tiersOf(1.05), confirmed: true })
    // What does not change is not asked about again; what does, is.
    expect(await asked({ ...net, id, name: 'Renamed', tiers: tiersOf(1.05) })).toBeUndefined()
    expect(await asked({ ...net, id, tiers: tiersOf(1.06) })).toBeDefined()
    expect(await asked({ ...net, id, tiers: tiersOf(1.06), isActive: false })).toBeUndefined()
    expect(await asked({ ...net, id, tiers: tiersOf(1.06), isActive: true })).toBeDefined()
    expect((await list())[0]).toMatchObject({ version: 3, isActive: false, tiers: [{ amount: 1.06 }] })
  })

  test('is one of a piece, in a price group that the rule is for, at the lowest tier', async () => {
    // A1 S costs 100, the lot of four 380.
    expect(await asked({ ...net, tiers: tiersOf(50) })).toBeUndefined()
    expect((await asked({ ...net, target: 'all', tiers: tiersOf(49) }))?.[1]).toMatch(/₺\d+,00 → ₺49,00/)
    const tiered = { ...net, basis: 'itemPieces' }
    expect(
      await asked({
        ...tiered,
        tiers: [
          { from: 1, amount: 90 },
          { from: 10, amount: 9 },
        ],
      }),
    ).toBeDefined()
    expect(await asked({ ...net, currencyCode: 'USD', tiers: tiersOf(1) })).toBeUndefined()
    expect(
      await asked({ ...net, audience: 'priceGroup', priceGroup: 'ZZ', tiers: tiersOf(1) }),
    ).toBeUndefined()
    const account = { audience: 'account', currAccCode: '120.01' }
    expect(await asked({ ...net, ...account, tiers: tiersOf(1) })).toBeDefined()
    expect(await asked({ ...net, effect: 'amountOff', tiers: tiersOf(51) })).toBeDefined()
    expect(await asked({ ...net, effect: 'amountOff', tiers: tiersOf(40) })).toBeUndefined()
    expect(await asked({ ...net, effect: 'percent', tiers: [{ from: 0, percents: [60] }] })).toBeUndefined()
    await shop.load([
      { itemCode: 'A1', colorCode: '01', itemDim1Code: 'S', priceMIN: '900.00', currencyMIN: 'TRY' },
    ])
    await shop.update(`tenant_settings set floor_price_group = 'MIN'`)
    expect(await asked({ ...net, tiers: tiersOf(60) })).toBeUndefined()
  })
})

test('a rule’s name is read in the reader’s language', async () => {
  await shop.update(`tenant_settings set languages = '{tr,en,it}'`)
  await saved({ name: 'Bayi' })
  await saved({ name: 'Sezon', tiers: [{ from: 0, percents: [5] }] })
  const texts = [{ kind: 'rule', source: 'Sezon', texts: { it: 'Stagione' } }]
  expect((await shop.admin.post('/api/Shop/GetTexts', { kind: 'rule' })).body.data.items).toMatchObject([
    { source: 'Bayi' },
    { source: 'Sezon' },
  ])
  expect((await shop.admin.post('/api/Shop/SaveTexts', { texts })).status).toBe(200)
  const { guidKey } = await shop.place({ lines: { 'A1 S': [1, 85.5] } })
  const read = async (langCode: string) => {
    const client = shop.dealer.as({ langCode })
    const order = (await client.get('/api/Shop/GetShopHomeCart', { guidKey })).body.data
    const nameOf = ({ name }: { name: string }) => name
    return [(await pricing(client)).rules.map(nameOf), order.lines[0].priceSteps.map(nameOf)].map(
      (found: string[]) => found.toSorted(),
    )
  }
  for (const langCode of ['it', 'tr', 'it', 'en']) {
    const expected = langCode === 'it' ? ['Bayi', 'Stagione'] : ['Bayi', 'Sezon']
    expect([langCode, ...(await read(langCode))]).toEqual([langCode, expected, expected])
  }
  const document = await shop.dealer.as({ langCode: 'it' }).get('/api/Shop/GetOrderPdf', { guidKey })
  const printed = textsOf(document.body).join(' ')
  expect([printed.includes('Stagione'), printed.includes('Sezon')]).toEqual([true, false])
})
