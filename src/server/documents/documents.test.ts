import readExcelFile from 'read-excel-file/node'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderBody } from '#test/factories.ts'
import { textsOf } from '#test/pdfText.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { partOf } from '#test/zip.ts'
import { runsOf } from './pdfText.ts'

const app = useApp()
const shop = shopPerFile(app, 'documents')
let guidKey: string
let number: string

beforeAll(async () => {
  const photo = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer()
  const hash = await app.photos.store(shop.tenantId, photo)
  await shop.query(
    `insert into product_images (tenant_id, product_id, file_name, content_hash, sort_order)
     select $1, p.id, 'a.jpg', case item_code when 'A1' then $2 else repeat('0', 64) end, 0 from products p
     where p.tenant_id = $1 and item_code in ('A1', 'A2')`,
    hash,
  )
  await shop.query(
    `update variants set barcode = '0869001' where tenant_id = $1 and id = $2`,
    (await shop.variant('A1', 'S')).id,
  )
  const lines = await Promise.all(
    (
      [
        ['A2', 'S', 2],
        ['A1', 'L4', 3],
        ['A1', 'S', 1],
        ['A2', 'M', 4],
      ] as const
    ).map(
      async ([item, size, qty]): Promise<[string, number, number]> => [
        (await shop.variant(item, size)).id,
        qty,
        size === 'L4' ? 380 : 100,
      ],
    ),
  )
  const body = orderBody({ lines, description: '=1+1 Cuma' })
  guidKey = body.guidKey
  number = (await shop.dealer.post('/api/Shop/PostShopCart', body)).body.orderNumber
})

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

describe('an order as a PDF', () => {
  test('is named after it, in the language of the call, with its photos', async () => {
    const answer = await shop.dealer.get('/api/Shop/GetOrderPdf', { guidKey })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename*=UTF-8''Sipari%C5%9F%20${number}.pdf`,
    })
    const pdf: Buffer = answer.body
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pagesOf(pdf)).toBe(1)
    expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
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
    const lines = await Promise.all(
      rows.map(
        async (row): Promise<[string, number, number]> => [
          (await shop.variant(row.itemCode, row.itemDim1Code)).id,
          2,
          12.34,
        ],
      ),
    )
    const body = orderBody({ lines })
    expect((await shop.dealer.post('/api/Shop/PostShopCart', body)).status).toBe(200)
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
  expect(answer.headers['content-disposition']).toContain(`Order%20${number}.xlsx`)
  const [sheet] = await readExcelFile(answer.body)
  expect(sheet?.sheet).toBe(`Order ${number}`)
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
  expect(lines[2]?.slice(8)).toEqual(['0869001', 1, 1, 100, 100, 'TRY'])
  expect(lines[3]?.slice(9)).toEqual([3, 12, 380, 1140, 'TRY'])
  expect(rows.at(-1)?.slice(8)).toEqual(['Total without VAT · Turkish Lira (TRY)', 10, 19, null, 1840, 'TRY'])
  // Frozen through the row of column names.
  const named = rows.findIndex(([brand]) => brand === 'Brand') + 1
  expect(partOf(answer.body, 'xl/worksheets/sheet1.xml')).toContain(`ySplit="${named}"`)
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
    const { body } = await shop.admin.get('/api/Account/GetTenantSettings')
    const { customerKey: _key, hosts: _hosts, logo: _logo, ...settings } = body.data
    await shop.admin.post('/api/Account/UpdateTenantSettings', { ...settings, ...seller })
    await shop.query(`update accounts set address = 'Ordu Cad. No: 118', city = 'Fatih', country = 'Türkiye',
               tax_office = 'Marmara', tax_number = '9876543210', phone = '+90 212 000 10 99'
               where tenant_id = $1 and code = '120.01'`)
    await shop.query(`update sub_accounts s set address = 'Depo Sok. No: 3' from accounts a
               where s.tenant_id = $1 and a.tenant_id = $1 and a.id = s.account_id and a.code = '120.01'`)
    const branches = await shop.admin.get('/api/Shop/GetSubCurrAccs', { currAccCode: '120.01' })
    const { subCurrAccId } = branches.body.data[0]
    const order = orderBody({ lines: [[(await shop.variant('A1', 'M')).id, 2]], subCurrAccId })
    await shop.admin.post('/api/Shop/PostShopCart', order)
    ofBranch = order.guidKey
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

describe('several orders', () => {
  async function second(): Promise<{ orderId: string; orderNumber: string }> {
    const body = orderBody({ lines: [[(await shop.variant('B1', 'S')).id, 1]] })
    return (await shop.admin.post('/api/Shop/PostShopCart', body)).body
  }
  async function first(): Promise<string> {
    return (await shop.admin.get('/api/Shop/GetShopHomeCart', { guidKey })).body.data.orderId
  }

  test('are one PDF, each on pages of its own', async () => {
    const ids = [(await second()).orderId, await first()].join()
    const { status, body, headers } = await shop.admin
      .as({ langCode: 'tr' })
      .get('/api/Shop/GetOrdersPdf', { ids })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain(encodeURIComponent('2 sipariş.pdf'))
    expect(pagesOf(body)).toBe(2)
  })

  test('are one workbook with one sheet each', async () => {
    const other = await second()
    const ids = [other.orderId, await first()].join()
    const { body } = await shop.admin.as({ langCode: 'tr' }).get('/api/Shop/GetOrdersExcel', { ids })
    const sheets = await readExcelFile(body)
    expect(sheets.map(({ sheet }) => sheet)).toEqual([`Sipariş ${other.orderNumber}`, `Sipariş ${number}`])
  })

  test('are refused if one is out of reach, or if there are too many', async () => {
    const { id } = await shop.variant('B1', 'M')
    const body = orderBody({ lines: [[id, 1]], currAccCode: '120.03', salesPersonCode: 'P2' })
    const foreign = (await shop.admin.post('/api/Shop/PostShopCart', body)).body.orderId
    const ids = [await first(), foreign]
    expect((await shop.agent.get('/api/Shop/GetOrdersPdf', { ids: ids.join() })).status).toBe(404)
    expect((await shop.dealer.get('/api/Shop/GetOrdersExcel', { ids: ids.join() })).status).toBe(404)
    expect((await shop.admin.get('/api/Shop/GetOrdersPdf', { ids: 'x' })).status).toBe(400)
    const many = Array.from({ length: 51 }, () => foreign).join()
    expect((await shop.admin.get('/api/Shop/GetOrdersPdf', { ids: many })).status).toBe(400)
  })
})
