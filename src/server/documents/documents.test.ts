import readExcelFile from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderMail } from '#server/orders/mails/orderMail.ts'
import type { Line, PlacedOrder, Wholesaler } from '#test/factories.ts'
import { asSeen, pagesOf, picturesOf, seenLinesOf, textsOf } from '#test/pdfText.ts'
import { plainPicture, sendPhotos } from '#test/upload.ts'
import { newShop, shopPerFile, useApp } from '#test/useShop.ts'
import { partOf } from '#test/zip.ts'
import type { OrderDocument } from './orderDocument.ts'
import { orderExcel } from './orderExcel.ts'
import { orderPdf } from './orderPdf.ts'
import { runsOf } from './pdfText.ts'
import { wordsOf } from './words.ts'

/** An order of items with these lines. */
function orderOf(lines: object[][]): OrderDocument {
  const company = { name: 'Toptan', address: '', taxOffice: '', taxNumber: '', phone: '' }
  const plain = { sizeLabel: 'S', lotCode: '', lotDescription: '', piecesPerLot: 1, qty: 1, unitPrice: 1 }
  const groups = lines.map((some, at) => ({
    brandName: 'Ayla',
    itemCode: `G${at}`,
    itemDescription: `Ürün ${at}`,
    colorCode: '01',
    colorDescription: 'Siyah',
    lines: some.map((line) => ({ ...plain, currency: 'TRY', ...line })),
  }))
  return {
    number: '1',
    orderType: 'Rpt',
    state: 'placed',
    placedAt: '2026-01-05T09:00:00.000Z',
    isTransferred: false,
    seller: company,
    customer: company,
    branch: '',
    branchAddress: '',
    agent: '',
    customerOrderNumber: '',
    description: '',
    qty: 1,
    totals: [],
    groups,
  }
}

const app = useApp()
const pdfContext = () => ({ company: 'Toptan', photos: {}, place: { folder: app.folder } })
const shop = shopPerFile(app, 'documents')
let placed: PlacedOrder
let guidKey: string

beforeAll(async () => {
  const file = { name: 'a.jpg', bytes: await plainPicture(900, 1200).jpeg().toBuffer() }
  for (const itemCode of ['A1', 'A2']) await sendPhotos(shop.admin, { itemCode, colorCode: '01' }, file)
  // Missing in the store.
  await shop.update(
    `product_images set content_hash = repeat('0', 64) where product_id = (select id from products where tenant_id = $1 and item_code = 'A2')`,
  )
  await shop.update(`variants set barcode = '0869001' where id = $2`, shop.id('A1 S'))
  const lines = { 'A2 S': 2, 'A1 L4': 3, 'A1 S': 1, 'A2 M': 4 }
  placed = await shop.place({ lines, description: '=1+1 Cuma' })
  guidKey = placed.guidKey
})

describe('an order as a PDF', () => {
  test('is named after it, in the language of the call, with its photos', async () => {
    const answer = await shop.dealer.get('/api/Shop/GetOrderPdf', { guidKey })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename*=UTF-8''Sipari%C5%9F%20${placed.number}.pdf`,
    })
    const pdf: Buffer = answer.body
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pagesOf(pdf)).toBe(1)
    expect(picturesOf(pdf)).toBe(1)
    expect(pdf.toString('latin1')).toContain('/Lang (tr)')
  })

  test.each(['ru', 'ar'])('can be made in %s', async (langCode) => {
    const answer = await shop.dealer.as({ langCode }).get('/api/Shop/GetOrderPdf', { guidKey })
    expect(answer.status).toBe(200)
    expect(pagesOf(answer.body)).toBe(1)
  })

  test('is only for users who may reach the order', async () => {
    expect((await shop.agent.get('/api/Shop/GetOrderPdf', { guidKey })).status).toBe(200)
    await shop.query(`update accounts set agent_id = (select id from agents where tenant_id = $1 and code = 'P2')
               where tenant_id = $1 and code = '120.01'`)
    expect((await shop.agent.get('/api/Shop/GetOrderPdf', { guidKey })).status).toBe(404)
    expect((await shop.agent.get('/api/Shop/GetOrderExcel', { guidKey })).status).toBe(404)
  })

  test('of 1,000 lines has a page for every fifty or so', async () => {
    const sizes = Array.from({ length: 10 }, (_, index) => String(30 + index))
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      brandName: 'Ayla',
      categoryName: 'Kadın',
      itemCode: `M${Math.floor(index / 10)}`,
      itemDescription: `Ürün ${Math.floor(index / 10)}`,
      itemDim1Code: sizes[index % 10] ?? '',
      priceCB: '12.34',
      currencyCB: 'TRY',
      inventory: '2',
    }))
    await shop.load(rows)
    const lines = rows.map(
      ({ itemCode, itemDim1Code }): Line => [shop.id(`${itemCode} ${itemDim1Code}`), 2, 12.34],
    )
    const { body } = await shop.place({ lines })
    const { body: pdf } = await shop.dealer.get('/api/Shop/GetOrderPdf', { guidKey: body.guidKey })
    const pages = pagesOf(pdf)
    expect(pages).toBeGreaterThan(18)
    expect(pages).toBeLessThan(28)
    const excel = await shop.dealer.get('/api/Shop/GetOrderExcel', { guidKey: body.guidKey })
    const [sheet] = await readExcelFile(excel.body)
    expect(sheet?.data.filter(([brand]) => brand === 'Ayla')).toHaveLength(1000)
  })
})

test('an order as a workbook has a row per line, numbers as numbers and barcodes as text', async () => {
  const answer = await shop.dealer.as({ langCode: 'en' }).get('/api/Shop/GetOrderExcel', { guidKey })
  expect(answer.headers['content-disposition']).toContain(`Order%20${placed.number}.xlsx`)
  const [sheet] = await readExcelFile(answer.body)
  expect(sheet?.sheet).toBe(`Order ${placed.number}`)
  const rows = sheet?.data ?? []
  expect(rows.find(([name]) => name === 'Note')?.[1]).toBe('=1+1 Cuma')
  const { body: read } = await shop.dealer.get('/api/Shop/GetShopHomeCart', { guidKey })
  const placedAt = Date.parse(read.data.orderDate)
  const [date, shown] = rows.find(([name]) => String(name).startsWith('Order date')) ?? []
  expect(date).toBe('Order date (GMT+3)')
  expect(shown).toBeInstanceOf(Date)
  // Istanbul time; cells keep milliseconds.
  expect(Math.abs(new Date(String(shown)).getTime() - placedAt - 3 * 3_600_000)).toBeLessThan(1000)
  const lines = rows.filter(([brand]) => brand === 'Ayla')
  // Items in cart order, sizes and lots in their own.
  expect(lines.map((row) => row.slice(1, 7))).toEqual([
    ['A2', 'Ürün A2', '01', 'Siyah', 'S', null],
    ['A2', 'Ürün A2', '01', 'Siyah', 'M', null],
    ['A1', 'Ürün A1', '01', 'Siyah', 'S', null],
    ['A1', 'Ürün A1', '01', 'Siyah', null, 'L4'],
  ])
  expect(lines[2]?.slice(8)).toEqual(['0869001', 1, 1, null, null, 100, 100, 'TRY'])
  expect(lines[3]?.slice(9)).toEqual([3, 12, null, null, 380, 1140, 'TRY'])
  expect(rows.at(-1)?.slice(8)).toEqual([
    'Total without VAT · Turkish Lira (TRY)',
    10,
    19,
    null,
    null,
    null,
    1840,
    'TRY',
  ])
  // Frozen through the row of column names.
  const named = rows.findIndex(([brand]) => brand === 'Brand') + 1
  expect(partOf(answer.body, 'xl/worksheets/sheet1.xml')).toContain(`ySplit="${named}"`)
})

test('documents tell how rules made a price', async () => {
  const { admin, place } = await newShop(app)
  const rule = { audience: 'everybody', target: 'all', basis: 'none', effect: 'percent', endsOthers: false }
  const tiers = [{ from: 0, percents: [10, 2.5] }]
  await admin.post('/api/Price/SavePriceRule', { ...rule, name: 'Sezon', tiers })
  const ordered = await place({ lines: { 'A1 S': [2, 87.75] } })
  const read = (file: string) =>
    admin.as({ langCode: 'tr' }).get(`/api/Shop/${file}`, { guidKey: ordered.guidKey })
  const pdf = textsOf((await read('GetOrderPdf')).body).join(' ')
  expect(pdf).toContain('₺100,00 · Sezon −%10+2,5')
  const [sheet] = await readExcelFile((await read('GetOrderExcel')).body)
  const line = sheet?.data.find(([brand]) => brand === 'Ayla')
  expect(line?.slice(11)).toEqual([100, 'Sezon −%10+2,5', 87.75, 175.5, 'TRY'])
})

describe('how rules made prices, in the PDF', () => {
  const rule = { audience: 'everybody', target: 'all', basis: 'none', effect: 'percent', endsOthers: false }
  const names = Array.from(
    { length: 5 },
    (_, at) => `Kural ${at} ${'uzun adlı bir kampanya '.repeat(3)}son${at}`,
  )
  const saveLongRules = async ({ admin }: Wholesaler) => {
    for (const name of names)
      await admin.post('/api/Price/SavePriceRule', { ...rule, name, tiers: [{ from: 0, percents: [10] }] })
  }
  const price = (list: number) => Math.round(list * 0.9 ** 5 * 100) / 100
  const pdfOf = async (own: Wholesaler, lines: Record<string, [number, number]>, langCode = 'tr') => {
    const { guidKey: key } = await own.place({ lines })
    return (await own.dealer.as({ langCode }).get('/api/Shop/GetOrderPdf', { guidKey: key })).body as Buffer
  }

  test('is told once for all sizes and lots of an item, and whole', async () => {
    const own = await newShop(app)
    await saveLongRules(own)
    const lines = { 'A1 S': price(100), 'A1 M': price(100), 'A1 L4': price(380), 'B1 S': price(100) }
    const pdf = await pdfOf(
      own,
      Object.fromEntries(Object.entries(lines).map(([name, each]) => [name, [1, each]])),
    )
    const text = textsOf(pdf).join(' ')
    expect(text).not.toContain('…')
    for (const name of names) expect(text.split(name)).toHaveLength(3)
    expect(text).toContain('A1 · Liste fiyatı ₺100,00 / ₺380,00 · Kural')
    expect(text).toContain('B1 · Liste fiyatı ₺100,00 · Kural')
  })

  test('is told by colours and sizes, where they differ', async () => {
    const own = await newShop(app)
    const blue = {
      brandName: 'Ayla',
      categoryName: 'Kadın > Elbise',
      itemCode: 'A1',
      itemDescription: 'Ürün A1',
      colorCode: '02',
      colorDescription: 'Mavi',
      priceCB: '100',
      currencyCB: 'TRY',
      inventory: '20',
    }
    await own.load(['XL', 'XXL'].map((itemDim1Code) => ({ ...blue, itemDim1Code })))
    const save = (more: object) => own.admin.post('/api/Price/SavePriceRule', { ...rule, ...more })
    const tiers = [{ from: 0, percents: [10] }]
    await save({ name: 'Mavi', target: 'product', itemCode: 'A1', colorCode: '02', tiers })
    await save({ name: 'Seri', target: 'product', itemCode: 'A1', colorCode: '01', tiers })
    const blues = { 'A1 XL': [1, 90], 'A1 XXL': [1, 90] } satisfies Record<string, [number, number]>
    const text = textsOf(await pdfOf(own, { 'A1 S': [1, 90], ...blues })).join(' ')
    expect(text).toContain('A1 · Siyah · Liste fiyatı ₺100,00 · Seri −%10')
    expect(text).toContain('A1 · Mavi · Liste fiyatı ₺100,00 · Mavi −%10')
  })

  test('stands in the order of Arabic, with numbers from left to right', async () => {
    const own = await newShop(app)
    const tiers = [{ from: 2, percents: [10, 2.5] }]
    await own.admin.post('/api/Price/SavePriceRule', { ...rule, name: 'Sezon', basis: 'itemPieces', tiers })
    const seen = seenLinesOf(await pdfOf(own, { 'A1 S': [2, 87.75] }, 'ar')).join('\n')
    expect(seen).toMatch(new RegExp(`−10\\+2\\.5%.* · ₺100\\.00 ${asSeen('سعر القائمة')} · A1$`, 'm'))
  })

  test('leaves no pages half empty, with many lines', async () => {
    const order = orderOf(
      Array.from({ length: 30 }, (_, group) =>
        Array.from({ length: 20 }, (__, size) => ({
          sizeLabel: `${size}`,
          listPrice: 10 + group,
          priceSteps: names.map((name) => ({ name, basis: 'none', from: 0, percents: [10] })),
        })),
      ),
    )
    const pdf = await orderPdf([order], wordsOf('it', 'Europe/Istanbul'), pdfContext())
    const lines = textsOf(pdf)
    expect(lines.filter((line) => line.includes('…'))).toEqual([])
    expect(lines.join(' ').split('son4')).toHaveLength(31)
    // 600 lines of 14 points and 30 times ten lines of steps would fill 16 whole pages.
    expect(pagesOf(pdf)).toBeLessThan(20)
  })
})

test('unit prices have up to four decimals in documents and mails, amounts two', async () => {
  const net = { name: 'Net', basis: 'none', from: 0, fixed: 0.2661 }
  const order = orderOf([[{ unitPrice: 0.266, qty: 3, listPrice: 0.2795, priceSteps: [net] }]])
  const words = wordsOf('en', 'Europe/Istanbul')
  const pdf = await orderPdf([order], words, pdfContext())
  const text = textsOf(pdf).join(' ')
  expect(text).toContain('₺0.266 ₺0.80')
  expect(text).toContain('List price ₺0.2795 · Net net ₺0.2661')
  const book = await orderExcel([order], words)
  const [sheet] = await readExcelFile(book)
  expect(sheet?.data.find(([, item]) => item === 'G0')?.slice(11)).toEqual([
    0.2795,
    'Net net ₺0.2661',
    0.266,
    0.8,
    'TRY',
  ])
  expect(partOf(book, 'xl/styles.xml')).toContain('formatCode="#,##0.00##"')
  const mail = orderMail(order, words, { kind: 'placed', company: 'Toptan', pdf: { name: 'x', bytes: pdf } })
  expect(mail.text).toContain('3 × ₺0.266 = ₺0.80')
})

describe('seller and customer', () => {
  const seller = {
    address: 'Laleli Cad. No: 47, İstanbul',
    taxOffice: 'Beyazıt',
    taxNumber: '1234567890',
    phone: '+90 212 000 10 01',
  }
  let ofBranch: string

  beforeAll(async () => {
    const { data } = (await shop.admin.get('/api/Account/GetTenantSettings')).body
    await shop.admin.post('/api/Account/UpdateTenantSettings', { ...data, ...seller })
    await shop.update(
      `accounts set address = 'Ordu Cad. No: 118', city = 'Fatih', country = 'Türkiye', tax_office = 'Marmara', tax_number = '9876543210', phone = '+90 212 000 10 99' where code = '120.01'`,
    )
    await shop.query(`update sub_accounts s set address = 'Depo Sok. No: 3' from accounts a
               where s.tenant_id = $1 and a.tenant_id = $1 and a.id = s.account_id and a.code = '120.01'`)
    const branches = await shop.admin.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.01' })
    const { subCurrAccId } = branches.body.data[0]
    ofBranch = (await shop.place({ lines: { 'A1 M': 2 }, subCurrAccId }, shop.admin)).guidKey
  })

  test('are in the PDF with addresses, tax data and the branch', async () => {
    const answer = await shop.admin.as({ langCode: 'en' }).get('/api/Shop/GetOrderPdf', { guidKey: ofBranch })
    const text = textsOf(answer.body).join('\n')
    expect(text).toContain('Wholesaler documents')
    expect(text).toContain('Laleli Cad. No: 47, İstanbul')
    expect(text).toContain('Tax office: Beyazıt · Tax number: 1234567890')
    expect(text).toContain('Phone: +90 212 000 10 01')
    expect(text).toContain('120.01 Dealer 120.01')
    expect(text).toContain('Ordu Cad. No: 118, Fatih, Türkiye')
    expect(text).toContain('Tax office: Marmara · Tax number: 9876543210')
    expect(text).toContain('Branch of 120.01')
    expect(text).toContain('Depo Sok. No: 3')
    expect(text).toContain('Total without VAT · Turkish Lira (TRY) ₺200.00')
  })

  test.each([
    ['tr', 'KDV hariç toplam · Türk lirası (TRY)'],
    ['ru', 'Итого без НДС · турецкая лира (TRY)'],
  ])('and the currency of the total are named in %s', async (langCode, total) => {
    const answer = await shop.admin.as({ langCode }).get('/api/Shop/GetOrderPdf', { guidKey: ofBranch })
    expect(textsOf(answer.body).join('\n')).toContain(total)
  })

  test('are in the workbook, one row each', async () => {
    const answer = await shop.admin
      .as({ langCode: 'en' })
      .get('/api/Shop/GetOrderExcel', { guidKey: ofBranch })
    const [sheet] = await readExcelFile(answer.body)
    const valueOf = (name: string) => sheet?.data.find((row) => row[0] === name)?.[1]
    expect(valueOf('Seller')).toBe(
      'Wholesaler documents · Laleli Cad. No: 47, İstanbul · Tax office: Beyazıt · Tax number: 1234567890 · Phone: +90 212 000 10 01',
    )
    expect(valueOf('Customer')).toContain(
      '120.01 Dealer 120.01 · Ordu Cad. No: 118, Fatih, Türkiye · Tax office: Marmara',
    )
    expect(valueOf('Branch')).toBe('Branch of 120.01 · Depo Sok. No: 3')
  })
})

describe('a line of text', () => {
  const drawn = (text: string) => runsOf(text).map((one) => (one.isRtl ? `<${one.text}>` : one.text))

  test('without right-to-left letters is drawn unchanged', () => {
    expect(drawn('Ürün (1) – Платье')).toEqual(['Ürün (1) – Платье'])
  })

  test('in Arabic keeps codes and numbers left to right, and mirrors brackets', () => {
    expect(drawn('شركة (FZE) 2024')).toEqual(['2024', ' (', 'FZE', '<شركة )>'])
    expect(drawn('A1 قميص 12')).toEqual(['A1 ', '12', '<قميص >'])
  })
})

describe('numbers within Arabic text', () => {
  const goods = {
    brandName: 'أيلا',
    categoryName: 'Kadın',
    itemCode: 'G9',
    itemDescription: 'مقاس ٣٨ وطقم ١٠٫٥٧ سم',
    colorCode: '01',
    colorDescription: 'أزرق ۴۲',
    itemDim1Code: '٤٠',
    priceCB: '1234.50',
    currencyCB: 'TRY',
    inventory: '20',
  }
  const note = 'اتصل ٠٥٣٢ ١١١ ٢٢ ٣٣ أو +90 (532) 111-22-33 قبل ١٢/٥ بسعر ₺1.200,50'

  test.each(['ar', 'tr'])('stand from left to right in an order’s PDF in %s', async (langCode) => {
    const own = await newShop(app)
    await own.load([goods])
    await own.update(
      `accounts set description = 'متجر ١٢٣', address = 'شارع النور ٤٥٦ رقم 78', phone = '+٩٠ ٢١٢ ٠٠٠ ١٠ ٠٢' where code = '120.01'`,
    )
    const { guidKey: key } = await own.place({ lines: { 'G9 ٤٠': [2, 1234.5] }, description: note })
    const { body } = await own.dealer.as({ langCode }).get('/api/Shop/GetOrderPdf', { guidKey: key })
    const seen = seenLinesOf(body).join('\n')
    expect(seen).toContain(`${asSeen('سم')} ١٠٫٥٧ ${asSeen('وطقم')} ٣٨ ${asSeen('مقاس')}`)
    expect(seen).toContain(`۴۲ ${asSeen('أزرق')}`)
    expect(seen).toContain('٤٠')
    expect(seen).toContain(
      `₺1.200,50 ${asSeen('بسعر')} ١٢/٥ ${asSeen('قبل')} +90 (532) 111-22-33 ${asSeen('أو')} ٠٥٣٢ ١١١ ٢٢ ٣٣ ${asSeen('اتصل')}`,
    )
    expect(seen).toContain(`١٢٣ ${asSeen('متجر')}`)
    expect(seen).toContain(`78 ${asSeen('رقم')} ٤٥٦ ${asSeen('شارع النور')}`)
    expect(seen).toContain('+٩٠ ٢١٢ ٠٠٠ ١٠ ٠٢')
    expect(seen).toContain(langCode === 'ar' ? '₺2,469.00' : '₺2.469,00')
  })

  test('are not parted at the end of a line, which goes on in the direction of its text', async () => {
    const own = await newShop(app)
    const words = Array.from({ length: 17 }, () => 'كلمة')
    const { guidKey: key } = await own.place({
      lines: { 'A1 S': 1 },
      description: [...words, '+90 532 111 22 33', 'ABC', ...words, 'نهاية'].join(' '),
    })
    const { body } = await own.dealer.as({ langCode: 'ar' }).get('/api/Shop/GetOrderPdf', { guidKey: key })
    const line = seenLinesOf(body).find((one) => one.includes('+90'))
    // Where the second line begins with Latin letters, they still stand at its right.
    expect(line?.trimEnd()).toMatch(/\+90 532 111 22 33 ABC$/)
  })
})

describe('several orders', () => {
  let other: PlacedOrder
  beforeAll(async () => {
    other = await shop.place({ lines: { 'B1 S': 1 } }, shop.admin)
  })

  test('are one PDF, each on pages of its own', async () => {
    const ids = [other.id, placed.id].join()
    const { status, body, headers } = await shop.admin
      .as({ langCode: 'tr' })
      .get('/api/Shop/GetOrdersPdf', { ids })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain(encodeURIComponent('2 sipariş.pdf'))
    expect(pagesOf(body)).toBe(2)
  })

  test('are one workbook with one sheet each', async () => {
    const ids = [other.id, placed.id].join()
    const { body } = await shop.admin.as({ langCode: 'tr' }).get('/api/Shop/GetOrdersExcel', { ids })
    const sheets = await readExcelFile(body)
    expect(sheets.map(({ sheet }) => sheet)).toEqual([`Sipariş ${other.number}`, `Sipariş ${placed.number}`])
  })

  test('are refused if one is out of reach, or if there are too many', async () => {
    const change = { lines: { 'B1 M': 1 }, currAccCode: '120.03', salesPersonCode: 'P2' }
    const foreign = (await shop.place(change, shop.admin)).id
    const ids = [placed.id, foreign]
    expect((await shop.agent.get('/api/Shop/GetOrdersPdf', { ids: ids.join() })).status).toBe(404)
    expect((await shop.dealer.get('/api/Shop/GetOrdersExcel', { ids: ids.join() })).status).toBe(404)
    expect((await shop.admin.get('/api/Shop/GetOrdersPdf', { ids: 'x' })).status).toBe(400)
    const many = Array.from({ length: 51 }, () => foreign).join()
    expect((await shop.admin.get('/api/Shop/GetOrdersPdf', { ids: many })).status).toBe(400)
  })
})
