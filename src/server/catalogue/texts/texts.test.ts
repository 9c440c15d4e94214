import readExcelFile from 'read-excel-file/node'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { operatorActor } from '#server/changes/record.ts'
import { openDatabase } from '#server/db/tenant.ts'
import { documentsOf } from '#server/erp/documents.ts'
import { openTenants } from '#server/tenancy/tenants.ts'
import { type Client, client, dataOf } from '#test/app.ts'
import { textsOf } from '#test/pdfText.ts'
import { secondServer, shopPerFile, useApp } from '#test/useShop.ts'
import { dictionaryOf, phrasesOf } from '../dictionary/dictionary.ts'
import { starterTerms } from '../dictionary/starterTerms.ts'
import { acceptProposals } from './proposals.ts'
import { commitTexts, type Translation } from './writeTexts.ts'

const app = useApp()
const shop = shopPerFile(app, 'texts')

const write = (translations: Translation[]) =>
  app.database.inTenant(shop.tenantId, 'write', (tx) =>
    commitTexts(tx, { source: 'sheet', translations, actor: operatorActor, at: new Date() }),
  )

beforeAll(() =>
  write([
    { kind: 'item', source: 'Ürün A1', texts: { it: 'Zeppa', ar: 'سترة', ru: 'Ёлка' } },
    { kind: 'item', source: 'Ürün B1', texts: { it: 'Giacca', en: 'Jacket', ro: 'Cămașă și geacă' } },
    { kind: 'color', source: 'Siyah', texts: { it: 'Nero', ar: 'أسود' } },
    { kind: 'lot', source: 'S/M/L 1-2-1', texts: { it: 'Assortito' } },
    { kind: 'brand', source: 'Bora', texts: { it: 'Borea' } },
    { kind: 'category', source: 'Elbise', texts: { it: 'Vestito' } },
    { kind: 'category', source: 'Kadın', texts: { it: 'Zie' } },
    { kind: 'value', source: 'Yaz', texts: { it: 'Estate' } },
    { kind: 'size', source: 'S', texts: { it: 'Piccola', ru: 'S' } },
  ]),
)

type Post = (path: string, body?: object) => Promise<unknown>

/** The dealer's reads in a language, from memory and from SQL: both must answer alike. */
async function readers(langCode: string): Promise<{ post: Post; get: Post }> {
  const { port } = await secondServer(app, { catalogueMemory: { maxMb: 0 } })
  const { token } = (await shop.signIn()).body
  const fromSql = client(port, { host: `${shop.key}.localhost` }).as({ token, langCode })
  const fromMemory = shop.dealer.as({ langCode })
  const both = async (call: (one: Client) => ReturnType<Client['get']>) => {
    const answer = await dataOf(call(fromMemory))
    expect(await dataOf(call(fromSql))).toEqual(answer)
    return answer
  }
  return {
    post: (path, body = {}) => both((one) => one.post(`/api/Shop/${path}`, { orderType: 'Rpt', ...body })),
    get: (path) => both((one) => one.get(`/api/Shop/${path}`)),
  }
}

type Listed = { products: Record<string, string>[]; title: string; brandName: string }
const descriptions = ({ products }: Listed) => products.map(({ itemDescription }) => itemDescription)

describe('a reader in another language', () => {
  test('reads cards in it, and what is not translated in the main one', async () => {
    const { post } = await readers('it')
    const { products } = (await post('GetCategoryProducts')) as Listed
    expect(products[0]).toMatchObject({
      itemDescription: 'Zeppa',
      title: 'Zeppa',
      colorDescription: 'Nero',
      lotDescription: 'Assortito',
      brandName: 'Ayla',
      categoryName: 'Vestito',
      attribute01: 'Estate',
      items: [{ lotDescription: '' }, { lotDescription: '' }, { lotDescription: 'Assortito' }],
    })
    expect(products.map(({ itemDescription }) => itemDescription)).toEqual([
      'Zeppa',
      'Ürün A2',
      'Ürün A3',
      'Giacca',
      'Ürün B2',
      'Ürün B3',
    ])
    expect(products[3]?.brandName).toBe('Borea')
  })

  test('sorts names in the alphabet of the language', async () => {
    const { post } = await readers('it')
    expect(descriptions((await post('GetCategoryProducts', { sort: 'name' })) as Listed)).toEqual([
      'Giacca',
      'Ürün A2',
      'Ürün A3',
      'Ürün B2',
      'Ürün B3',
      'Zeppa',
    ])
  })

  test('reads the home page, titles and facets in it; values stay what lists are narrowed by', async () => {
    const { post, get } = await readers('it')
    const { brands, categories } = (await get('GetShopHome')) as {
      brands: { brandId: string; brandName: string }[]
      categories: { categoryId: string; categoryName: string }[]
    }
    expect(brands.map(({ brandName }) => brandName)).toEqual(['Ayla', 'Borea'])
    expect(categories.map(({ categoryName }) => categoryName)).toEqual(['Erkek', 'Gömlek', 'Zie', 'Vestito'])
    const [, { brandId } = { brandId: '' }] = brands
    const { categoryId } = categories[0] ?? {}
    expect(await post('GetCategoryProducts', { brandId, categoryId })).toMatchObject({
      title: 'Borea · Erkek',
      brandName: 'Borea',
    })
    expect(await post('GetProductFacets')).toMatchObject({
      brands: [{ brandName: 'Ayla' }, { brandName: 'Borea' }],
      categories: [
        { categoryName: 'Erkek' },
        { categoryName: 'Gömlek' },
        { categoryName: 'Zie' },
        { categoryName: 'Vestito' },
      ],
      attributes: [{ name: 'attribute01', values: [{ value: 'Yaz', label: 'Estate', count: 6 }] }],
    })
    const facets = { attributes: { attribute01: ['Yaz'] } }
    expect(((await post('GetCategoryProducts', { facets })) as Listed).products).toHaveLength(6)
  })

  test.each([
    ['tr', 'giacca', ['B1']],
    ['it', 'Ürün B1', ['B1']],
    ['ar', 'jacket', ['B1']],
    ['it', 'سترة', ['A1']],
    // Without hamza and taa marbuta, with tatweel.
    ['it', 'ستـره', ['A1']],
    ['it', 'اسود b1', ['B1']],
    ['tr', 'елка', ['A1']],
    // Cedillas of old keyboards.
    ['ar', 'CĂMAŞĂ şi', ['B1']],
    ['ru', 'borea', ['B1', 'B2', 'B3']],
    ['ru', 'zie vestito', ['A1', 'A2', 'A3']],
    ['ro', 'estate giacca', ['B1']],
  ])('in %s finds by "%s", in whatever language that is', async (langCode, searchText, codes) => {
    const { post } = await readers(langCode)
    const { products } = (await post('GetProductsBySearch', { searchText })) as Listed
    expect(products.map(({ itemCode }) => itemCode)).toEqual(codes)
  })

  test('finds the beginning of a translated name before other words', async () => {
    await write([{ kind: 'color', source: 'Siyah', texts: { ro: 'geacă neagră' } }])
    const { post } = await readers('tr')
    const { products } = (await post('GetProductsBySearch', { searchText: 'geaca' })) as Listed
    expect(products.map(({ itemCode }) => itemCode)).toEqual(['B1', 'A1', 'A2', 'A3', 'B2', 'B3'])
  })
})

test('a changed translation is read and found at once, a removed one no longer', async () => {
  const { post } = await readers('en')
  const found = async (searchText: string) =>
    ((await post('GetProductsBySearch', { searchText })) as Listed).products.map(
      ({ itemDescription }) => itemDescription,
    )
  await write([{ kind: 'item', source: 'Ürün A2', texts: { en: 'Umbrella', fr: 'Parapluie' } }])
  expect(await found('umbrella')).toEqual(['Umbrella'])
  expect(await found('parapluie')).toEqual(['Umbrella'])
  await write([{ kind: 'item', source: 'Ürün A2', texts: { en: 'Parasol', fr: '' } }])
  expect(await found('umbrella')).toEqual([])
  expect(await found('parapluie')).toEqual([])
  expect(await found('parasol')).toEqual(['Parasol'])
})

test('a new product with a known text has its translation', async () => {
  const { post } = await readers('it')
  await shop.load([
    {
      brandName: 'Bora',
      categoryName: 'Erkek > Gömlek',
      itemCode: 'B9',
      itemDescription: 'Ürün B1',
      colorCode: '02',
      colorDescription: 'Siyah',
      itemDim1Code: 'S',
      priceCB: '10',
      inventory: '1',
      attribute01: '',
    },
  ])
  const { products } = (await post('GetProductsBySearch', { searchText: 'giacca nero' })) as Listed
  expect(products.map(({ itemCode }) => itemCode)).toEqual(['B1', 'B9'])
  await shop.update(`products set is_active = false where item_code = 'B9'`)
})

describe('an order', () => {
  test('is stored and sent to the ERP in the main language, and read by each in their own', async () => {
    await shop.update(`users set email = 'dealer@example.com' where username = 'dealer'`)
    const mailed = app.mailServer.received.length
    const { id, guidKey } = await shop.place(
      { lines: { 'A1 S': 2, 'A1 L4': 1 } },
      shop.dealer.as({ langCode: 'it' }),
    )
    const inItalian = {
      itemDescription: 'Zeppa',
      colorDescription: 'Nero',
      lotDescription: 'Assortito',
      brandName: 'Ayla',
    }
    const inTurkish = {
      itemDescription: 'Ürün A1',
      colorDescription: 'Siyah',
      lotDescription: 'S/M/L 1-2-1',
      brandName: 'Ayla',
    }
    const read = async (reader: Client) =>
      (await dataOf(reader.get('/api/Shop/GetOrderById', { id }))).lines[1]
    expect(await read(shop.admin.as({ langCode: 'it' }))).toMatchObject(inItalian)
    expect(await read(shop.admin)).toMatchObject(inTurkish)
    // Also for a product that was renamed since.
    await shop.update(`products set item_description = 'Yeni' where item_code = 'A1'`)
    expect(await read(shop.admin.as({ langCode: 'it' }))).toMatchObject(inItalian)
    await shop.update(`products set item_description = 'Ürün A1' where item_code = 'A1'`)

    const [sent] = await app.database.inTenant(shop.tenantId, 'read', (tx) => documentsOf(tx, id, ''))
    expect(sent?.lines[1]).toMatchObject({ itemDescription: 'Ürün A1', colorDescription: 'Siyah' })
    expect(sent?.lines[0]).toMatchObject({ size: 'S' })

    const pdf = await shop.dealer.as({ langCode: 'it' }).get('/api/Shop/GetOrderPdf', { guidKey })
    const printed = textsOf(pdf.body).join('\n')
    expect(printed).toContain('Zeppa')
    expect(printed).toContain('Nero')
    expect(printed).toContain('Piccola')
    expect(printed).not.toMatch(/Ürün|Siyah/)
    const workbook = await shop.dealer.as({ langCode: 'it' }).get('/api/Shop/GetOrderExcel', { guidKey })
    const cells = (await readExcelFile(workbook.body)).flatMap(({ data }) => data.flat())
    expect(cells).toEqual(expect.arrayContaining(['Zeppa', 'Nero', 'Piccola']))
    expect(cells.filter((cell) => /Ürün|Siyah/.test(String(cell)))).toEqual([])

    const mail = await app.mailServer.next('dealer@example.com', mailed)
    expect(mail.text).toContain('Zeppa · 01 Nero · Piccola')
    expect(
      mail.text + mail.html + textsOf(mail.attachments[0]?.content ?? Buffer.alloc(0)).join(),
    ).not.toMatch(/Ürün|Siyah/)
  })

  test('as a draft is read in the language of each reader', async () => {
    const draft = {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'Bozza',
      isShared: true,
      orderType: 'Rpt',
      currAccCode: '120.01',
      salesPersonCode: 'P1',
      description: '',
      lines: [
        {
          productId: shop.id('A1 L4'),
          qty: 1,
          unitPrice: 380,
          priceCurrencyCode: 'TRY',
          piecesPerLot: 4,
          lotDescription: 'Assortito',
        },
      ],
    }
    await dataOf(shop.agent.as({ langCode: 'it' }).post('/api/Shop/SaveDraft', draft))
    const read = async (langCode: string) =>
      (await dataOf(shop.agent.as({ langCode }).get('/api/Shop/GetDraftById', { id: draft.id }))).lines[0]
    expect(await read('it')).toMatchObject({ itemDescription: 'Zeppa', lotDescription: 'Assortito' })
    expect(await read('tr')).toMatchObject({ itemDescription: 'Ürün A1', lotDescription: 'S/M/L 1-2-1' })
  })
})

test('a server that keeps the texts it has read shows them as others change them', async () => {
  const database = await openDatabase(app.connections)
  onTestFinished(() => database.close())
  const tenants = openTenants(database)
  const { port } = await secondServer(app, { database, tenants, catalogueMemory: { maxMb: 0 } })
  const { token } = (await shop.signIn()).body
  const there = client(port, { host: `${shop.key}.localhost` }).as({ token, langCode: 'it' })
  const found = async () => {
    const answer = there.post('/api/Shop/GetProductsBySearch', { orderType: 'Rpt', searchText: 'A1' })
    return descriptions((await dataOf(answer)) as Listed)
  }
  const before = await found()
  expect(await found()).toEqual(before)
  const texts = [{ kind: 'item', source: 'Ürün A1', texts: { it: 'Articolo nuovo A1' } }]
  const { changeSetId } = await dataOf(shop.admin.post('/api/Shop/SaveTexts', { texts }))
  await expect.poll(found).toEqual(['Articolo nuovo A1'])
  await dataOf(shop.admin.post('/api/Shop/UndoChanges', { id: changeSetId }))
  await expect.poll(found).toEqual(before)
})

describe('a size', () => {
  const labels = async (langCode: string, reader = shop.visitor) =>
    (await reader.as({ langCode }).get('/api/Shop/GetAppSettings')).body.sizeLabels

  test('is told with the settings in each language where it is called otherwise, and stays a key', async () => {
    expect(await labels('it')).toEqual({ S: 'Piccola' })
    expect(await labels('ru')).toBeUndefined()
    expect(await labels('tr')).toBeUndefined()
    const { post } = await readers('it')
    const { products } = (await post('GetCategoryProducts')) as { products: { items: object[] }[] }
    expect(products[0]?.items[0]).toMatchObject({ itemDim1Code: 'S' })
  })

  test('is told anew by all servers once its texts change or are undone', async () => {
    const database = await openDatabase(app.connections)
    onTestFinished(() => database.close())
    const { port } = await secondServer(app, { database, tenants: openTenants(database) })
    const there = client(port, { host: `${shop.key}.localhost` })
    expect(await labels('it', there)).toEqual({ S: 'Piccola' })
    const texts = [{ kind: 'size', source: 'M', texts: { it: 'Media' } }]
    const { changeSetId } = await dataOf(shop.admin.post('/api/Shop/SaveTexts', { texts }))
    expect(await labels('it')).toEqual({ S: 'Piccola', M: 'Media' })
    await expect.poll(() => labels('it', there)).toEqual({ S: 'Piccola', M: 'Media' })
    await dataOf(shop.admin.post('/api/Shop/UndoChanges', { id: changeSetId }))
    expect(await labels('it')).toEqual({ S: 'Piccola' })
    await expect.poll(() => labels('it', there)).toEqual({ S: 'Piccola' })
  })

  test('is found in a typed order as each reader calls it', async () => {
    const lines = [
      { code: 'A1-01-piccola', qty: 1 },
      { code: 'A1', size: 'PICCOLA', qty: 1 },
      { code: 'A1-01-S', qty: 1 },
    ]
    const { post } = await readers('it')
    expect(await post('CheckOrderLines', { lines })).toMatchObject({
      lines: lines.map(() => ({ status: 'ok', productId: shop.id('A1 S') })),
    })
  })
})

test('a refusal says in the language of the reader what a lot has now', async () => {
  const body = shop.orderBody({ lines: { 'A1 L4': 1 } })
  const lines = body.lines.map((line) => ({ ...line, piecesPerLot: 6 }))
  const refused = async (order: object, langCode: string) =>
    (await shop.dealer.as({ langCode }).post('/api/Shop/PostShopCart', order)).body
  const inItalian = { code: 'order.lotChanged', lines: [{ piecesPerLot: 4, lotDescription: 'Assortito' }] }
  expect(await refused({ ...body, lines }, 'it')).toMatchObject(inItalian)
  expect(await refused({ ...body, lines }, 'tr')).toMatchObject({
    lines: [{ lotDescription: 'S/M/L 1-2-1' }],
  })
  const placed = await shop.place({ lines: { 'A1 S': 1 } }, shop.dealer)
  expect(await refused({ ...placed.body, lines, version: 1 }, 'it')).toMatchObject(inItalian)
})

describe('proposals of the dictionary', () => {
  const dictionary = dictionaryOf([phrasesOf(starterTerms(), 'tr')], 'tr')
  const accept = () =>
    app.database.inTenant(shop.tenantId, 'write', (tx) =>
      acceptProposals(tx, { dictionary, languages: ['it', 'ru'], actor: operatorActor, at: new Date() }),
    )
  const colorIn = async (langCode: string) => {
    const { post } = await readers(langCode)
    return ((await post('GetCategoryProducts')) as Listed).products[0]?.colorDescription
  }

  test('are accepted at once where nobody wrote a text by hand; later ones replace earlier ones only', async () => {
    await write([{ kind: 'color', source: 'Siyah', texts: { it: 'Nero corvino' } }])
    expect((await accept()).count).toBeGreaterThan(0)
    expect(await colorIn('it')).toBe('Nero corvino')
    expect(await colorIn('ru')).toBe('Чёрный')
    expect(await accept()).toEqual({ count: 0 })
    await write([{ kind: 'color', source: 'Siyah', texts: { ru: 'Чернее' }, accepted: ['ru'] }])
    expect((await accept()).count).toBe(1)
    expect(await colorIn('ru')).toBe('Чёрный')
    await write([{ kind: 'color', source: 'Siyah', texts: { ru: 'Цвет ночи' } }])
    expect(await accept()).toEqual({ count: 0 })
    expect(await colorIn('ru')).toBe('Цвет ночи')
  })
})

test('a change of translations is undone where nobody changed them since', async () => {
  const stored = async () =>
    shop.query(`select source, texts, accepted from translations
      where tenant_id = $1 and kind = 'color' and source in ('Mor', 'Turuncu') order by source`)
  await write([{ kind: 'color', source: 'Mor', texts: { it: 'Viola', ru: 'Фиолетовый' }, accepted: ['ru'] }])
  const before = await stored()
  const id = await write([
    { kind: 'color', source: 'Mor', texts: { it: 'Porpora', ru: 'Лиловый', ar: 'بنفسجي' } },
    { kind: 'color', source: 'Turuncu', texts: { it: 'Arancione' }, accepted: ['it'] },
  ])
  expect(await stored()).toMatchObject([
    { source: 'Mor', texts: { it: 'Porpora', ru: 'Лиловый', ar: 'بنفسجي' }, accepted: [] },
    { source: 'Turuncu', texts: { it: 'Arancione' }, accepted: ['it'] },
  ])
  await write([{ kind: 'color', source: 'Mor', texts: { ar: 'أرجواني' } }])
  const undone = await dataOf(shop.admin.post('/api/Shop/UndoChanges', { id }))
  expect(undone).toMatchObject({ restored: 1, kept: 1 })
  expect(await stored()).toEqual([
    { source: 'Mor', texts: { it: 'Viola', ru: 'Фиолетовый', ar: 'أرجواني' }, accepted: ['ru'] },
    { source: 'Turuncu', texts: {}, accepted: [] },
  ])
  expect(before).toHaveLength(1)
  const { items } = await dataOf(shop.admin.post('/api/Account/GetChanges', { subject: 'text' }))
  expect(items[0]).toMatchObject({ action: 'changed', after: { ar: ['Mor: أرجواني'] } })
})
