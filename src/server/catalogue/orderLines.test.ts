import { beforeAll, describe, expect, test } from 'vitest'
import type { CheckedLine, Product } from '#shared/catalogue/catalogue.ts'
import { type Client, dataOf } from '#test/app.ts'
import { type Wholesaler, wholesaler } from '#test/factories.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'lines')

/** Columns: item code, colour code, colour, size, lot, barcode, stock, CB price. */
const rows = [
  ['K1', '01', 'Kırmızı', '38', '', '8690000000017', '5', '10'],
  ['K1', '01', 'Kırmızı', '40', '', '0036000291452', '5', '10'],
  ['K1', '02', 'Koyu Mavi', '38', '', '', '5', '10'],
  ['K1', '02', 'Koyu Mavi', '42/44', '', '', '5', '10'],
  ['K1', '02', 'Koyu Mavi', '', 'SERI-A', '', '2', '40'],
  ['K1-01', '', '', '50', '', '', '5', '10'],
  ['P.3/Z', '7', 'Şeker', 'STD', '', '', '5', '10'],
  ['TEK', '', '', 'STD', '', '', '5', '10'],
  ['12345', '', '', 'STD', '', '', '5', '10'],
  ['IRMAK', '', '', 'STD', '', '', '5', '10'],
  ['YOK', '', '', 'STD', '', '', '0', '10'],
  ['FIYATSIZ', '', '', 'STD', '', '', '5', ''],
  ['R02', '', '', '16', '', '', '5', '10'],
  ['R02', '', '', '16.5', '', '', '5', '10'],
  ['R03', '', '', '17,5', '', '', '5', '10'],
  ['GIZLI', '1', 'Siyah', 'S', '', '8690000000048', '5', '10'],
].map(
  ([
    itemCode = '',
    colorCode = '',
    colorDescription = '',
    itemDim1Code = '',
    lotCode = '',
    barcode = '',
    inventory = '',
    priceCB = '',
  ]) => ({
    itemCode,
    colorCode,
    colorDescription,
    itemDim1Code,
    lotCode,
    barcode,
    inventory,
    priceCB,
    piecesPerLot: lotCode ? '6' : '',
    currencyCB: 'TRY',
    brandName: itemCode === 'GIZLI' ? 'Bora' : 'Kuzey',
    categoryName: 'Kadın',
    itemDescription: `Ürün ${itemCode}`,
  }),
)

async function fill(own: Wholesaler): Promise<Wholesaler> {
  await own.load(rows)
  return own
}

beforeAll(async () => {
  await fill(shop)
})

type Line = { code: string; colorCode?: string; size?: string; qty?: number }
type Checked = { lines: CheckedLine[]; products: Product[] }

async function check(lines: Line[], more: object = {}, client: Client = shop.dealer): Promise<Checked> {
  return dataOf(
    client.post('/api/Shop/CheckOrderLines', {
      orderType: 'Rpt',
      lines: lines.map((line) => ({ qty: 1, ...line })),
      ...more,
    }),
  )
}

/** The item with this id, as `item/colour/size`. */
function nameOf({ products }: Checked, id: string | undefined): string | undefined {
  const product = products.find(({ items }) => items[0]?.productId === id)
  const item = product?.items[0]
  return product && item && [product.itemCode, product.colorCode, item.itemDim1Code || item.lotCode].join(' ')
}

async function meaning(line: Line): Promise<string | undefined> {
  const checked = await check([line])
  const [first] = checked.lines
  return first?.productId ? nameOf(checked, first.productId) : first?.status
}

describe('a code', () => {
  test.each([
    ['8690000000017', 'K1 01 38'],
    ['36000291452', 'K1 01 40'],
    ['036000291452', 'K1 01 40'],
    ['٣٦٠٠٠٢٩١٤٥٢', 'K1 01 40'],
    ['K1-01-38', 'K1 01 38'],
    ['k1 01 38', 'K1 01 38'],
    ['K1/01/38', 'K1 01 38'],
    ['K1.01.38', 'K1 01 38'],
    ['K1 - 01 - 38', 'K1 01 38'],
    ['K1-kirmizi-40', 'K1 01 40'],
    ['K1 KOYU MAVİ 38', 'K1 02 38'],
    ['K1-02-42/44', 'K1 02 42/44'],
    ['K1-02-42-44', 'K1 02 42/44'],
    ['K1-40', 'K1 01 40'],
    ['K1-02-seri-a', 'K1 02 SERI-A'],
    ['K1-seri a', 'K1 02 SERI-A'],
    // The longest item code with a matching size wins.
    ['K1-01-50', 'K1-01  50'],
    ['K1-01', 'K1-01  50'],
    ['p.3/z', 'P.3/Z 7 STD'],
    ['P.3/Z-7', 'P.3/Z 7 STD'],
    ['P.3/Z/seker/std', 'P.3/Z 7 STD'],
    ['tek', 'TEK  STD'],
    ['ırmak', 'IRMAK  STD'],
    ['İRMAK', 'IRMAK  STD'],
    // An item code wins over a barcode that differs in zeros.
    ['12345', '12345  STD'],
    // A half size is written with a comma or a point.
    ['R02-16', 'R02  16'],
    ['R02-16,5', 'R02  16.5'],
    ['R02 16.5', 'R02  16.5'],
    ['R03-17.5', 'R03  17,5'],
    ['R03 17,5', 'R03  17,5'],
    ['K1-99', 'notInItem'],
    ['K1-01-38-9', 'notInItem'],
    ['nothing', 'unknown'],
    ['-', 'unknown'],
    ['%', 'unknown'],
  ])('%s stands for %s', async (code, expected) => {
    expect(await meaning({ code })).toBe(expected)
  })

  test('may come with colour and size in their own columns', async () => {
    expect(await meaning({ code: 'K1', colorCode: '02', size: '38' })).toBe('K1 02 38')
    expect(await meaning({ code: 'k1', colorCode: 'koyu mavi', size: 'SERİ-A' })).toBe('K1 02 SERI-A')
    expect(await meaning({ code: 'K1', size: '40' })).toBe('K1 01 40')
    expect(await meaning({ code: 'K1-02', size: '38' })).toBe('K1 02 38')
    expect(await meaning({ code: 'K1-01-38', colorCode: '01', size: '38' })).toBe('K1 01 38')
    expect(await meaning({ code: 'K1-02', colorCode: 'Koyu Mavi', size: '38' })).toBe('K1 02 38')
    expect(await meaning({ code: 'K1-01-38', colorCode: '01', size: '40' })).toBe('notInItem')
    expect(await meaning({ code: 'K1-02-38', colorCode: '01', size: '38' })).toBe('notInItem')
    expect(await meaning({ code: 'K1', colorCode: '03', size: '38' })).toBe('notInItem')
    expect(await meaning({ code: 'TEK', size: '' })).toBe('TEK  STD')
    expect(await meaning({ code: 'R02', size: '16,5' })).toBe('R02  16.5')
  })

  test('matching several sizes or colours is ambiguous, with all of them as candidates', async () => {
    const checked = await check([{ code: 'K1' }, { code: 'K1-38' }, { code: 'K1', colorCode: '02' }])
    const named = checked.lines.map(({ candidates = [] }) => candidates.map((id) => nameOf(checked, id)))
    expect(checked.lines.map(({ status }) => status)).toEqual(['ambiguous', 'ambiguous', 'ambiguous'])
    expect(named).toEqual([
      ['K1 01 38', 'K1 01 40', 'K1 02 38', 'K1 02 42/44', 'K1 02 SERI-A'],
      ['K1 01 38', 'K1 02 38'],
      ['K1 02 38', 'K1 02 42/44', 'K1 02 SERI-A'],
    ])
    expect(checked.products).toHaveLength(5)
    for (const { items } of checked.products) expect(items).toHaveLength(1)
  })

  test('without a matching colour or size offers those of the item, in its colour if that exists', async () => {
    const asked = [
      { code: 'K1', colorCode: '03' },
      { code: 'K1-02-99' },
      { code: 'K1', colorCode: '01', size: 'XX' },
    ]
    const checked = await check([...asked, { code: 'K2', size: '38' }])
    const named = checked.lines.map(({ candidates = [] }) => candidates.map((id) => nameOf(checked, id)))
    expect(checked.lines.map(({ status }) => status)).toEqual([
      'notInItem',
      'notInItem',
      'notInItem',
      'unknown',
    ])
    expect(named).toEqual([
      ['K1 01 38', 'K1 01 40', 'K1 02 38', 'K1 02 42/44', 'K1 02 SERI-A'],
      ['K1 02 38', 'K1 02 42/44', 'K1 02 SERI-A'],
      ['K1 01 38', 'K1 01 40'],
      [],
    ])
    const kept = await check([{ code: 'GIZLI-99' }], { currAccCode: '120.02' }, shop.agent)
    expect(kept).toMatchObject({ lines: [{ status: 'unknown' }], products: [] })
  })
})

describe('a line', () => {
  test('is short if the lines so far order more than the stock; in season none is', async () => {
    const lines = [
      { code: 'K1-01-38', qty: 3 },
      { code: '8690000000017', qty: 2 },
      { code: 'TEK', qty: 6 },
      { code: 'k1 01 38', qty: 1 },
    ]
    const statuses = async (more = {}) => (await check(lines, more)).lines.map(({ status }) => status)
    expect(await statuses()).toEqual(['ok', 'ok', 'short', 'short'])
    expect(await statuses({ orderType: 'Season' })).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  test('says why it cannot be ordered, with the product if it is visible', async () => {
    const checked = await check([{ code: 'YOK' }, { code: 'FIYATSIZ' }, { code: 'TEK' }, { code: 'TEK' }])
    expect(checked.lines.map(({ status }) => status)).toEqual(['noStock', 'noPrice', 'ok', 'ok'])
    expect(checked.products.map(({ itemCode }) => itemCode).toSorted()).toEqual(['FIYATSIZ', 'TEK', 'YOK'])
    expect((await check([{ code: 'YOK' }], { orderType: 'Season' })).lines[0]?.status).toBe('ok')
  })

  test('reveals nothing of excluded brands or inactive products', async () => {
    const kept = await check(
      [{ code: 'GIZLI' }, { code: '8690000000048' }, { code: 'K1-40' }],
      { currAccCode: '120.02' },
      shop.agent,
    )
    expect(
      kept.lines.map(({ status, productId, candidates }) => [status, productId === undefined, candidates]),
    ).toEqual([
      ['brandExcluded', true, undefined],
      ['brandExcluded', true, undefined],
      ['ok', false, undefined],
    ])
    expect(JSON.stringify(kept)).not.toContain('GIZLI')
    const own = await fill(await wholesaler(app, 'lines-off'))
    const off = (text: string) => own.query(text)
    await off(`update variants set is_active = false where tenant_id = $1 and barcode = '8690000000017'`)
    await off(`update products set is_active = false where tenant_id = $1 and item_code = 'TEK'`)
    const half = await check(
      [
        { code: '8690000000017' },
        { code: 'TEK' },
        { code: 'K1-01-38' },
        { code: 'K1-01', colorCode: '' },
        { code: 'K1', colorCode: '01' },
      ],
      {},
      own.dealer,
    )
    expect(half.lines.map(({ status }) => status)).toEqual(['inactive', 'inactive', 'inactive', 'ok', 'ok'])
  })

  test("is priced in the viewer's group, for an account the viewer may reach", async () => {
    const [product] = (await check([{ code: 'TEK' }])).products
    expect(product?.items[0]).toMatchObject({ unitPrice: 10, currencyCode: 'TRY' })
    const foreign = await shop.agent.post('/api/Shop/CheckOrderLines', {
      orderType: 'Rpt',
      currAccCode: '120.03',
      lines: [],
    })
    expect(foreign.status).toBe(404)
  })
})

describe('many lines', () => {
  test('are answered in order', async () => {
    expect(await check([])).toEqual({ lines: [], products: [] })
    const codes = ['K1-01-38', 'nothing', 'K1', 'TEK', 'FIYATSIZ']
    const lines = Array.from({ length: 1000 }, (_, index) => ({ code: codes[index % codes.length] ?? '' }))
    const checked = await check(lines, { orderType: 'Season' })
    expect(checked.lines).toHaveLength(1000)
    expect(checked.lines.slice(-5).map(({ status }) => status)).toEqual([
      'ok',
      'unknown',
      'ambiguous',
      'ok',
      'noPrice',
    ])
  })

  test('get a limited number of candidates', async () => {
    const own = await wholesaler(app, 'lines-many')
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...rows[0],
      barcode: '',
      itemDim1Code: String(index),
    }))
    await own.load(many)
    const checked = await check(
      Array.from({ length: 45 }, () => ({ code: 'K1' })),
      {},
      own.dealer,
    )
    expect(checked.lines.map(({ candidates }) => candidates?.length)).toEqual([
      ...Array.from({ length: 40 }, () => 50),
      ...Array.from({ length: 5 }, () => undefined),
    ])
    expect(checked.lines.every(({ status }) => status === 'ambiguous')).toBe(true)
  })
})
