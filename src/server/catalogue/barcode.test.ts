import { beforeAll, expect, test } from 'vitest'
import type { Client } from '#test/app.ts'
import { catalogueRows, type Wholesaler } from '#test/factories.ts'
import { newShop, shopPerFile, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerFile(app)
const open = shopPerFile(app, 'open', { authRequired: false, priceGroup: 'TF' })

const barcodes: Record<string, string> = {
  'A1 S': '8690000000017',
  'A1 M': '0036000291452',
  'A1 L4': 'KOLI-7',
  'A2 S': '12345670',
  'A2 M': '0000012345670',
  'A3 S': '8690000000031',
  'B1 S': '8690000000048',
  'B3 S': '8690000000055',
}

async function addBarcodes(own: Wholesaler): Promise<void> {
  const rows = catalogueRows().map((row) => ({
    ...row,
    barcode: barcodes[`${row.itemCode} ${row.itemDim1Code}${row.lotCode}`] ?? '',
    inventory: row.itemCode === 'B3' ? '0' : '20',
    priceCB: row.itemCode === 'A3' ? '' : (row.priceCB ?? ''),
  }))
  await own.load(rows)
}

beforeAll(async () => {
  await addBarcodes(shop)
  await addBarcodes(open)
})

async function at(barcode: string, more: Record<string, string> = {}, client: Client = shop.dealer) {
  const { status, body } = await client.get('/api/Shop/GetProductByBarcode', { barcode, ...more })
  expect(status).toBe(200)
  return body
}

test('a barcode finds its product with all items, and says which one it names', async () => {
  const id = shop.id('A1 S')
  const found = await at('8690000000017')
  expect(found).toMatchObject({ success: true, productId: id, data: { itemCode: 'A1', unitPrice: 100 } })
  expect(found.data.items).toHaveLength(3)
  expect(found.whyNot).toBeUndefined()
  expect((await at('KOLI-7')).productId).toBe(shop.id('A1 L4'))
  expect((await at(' 8690000000017 ')).productId).toBe(id)
})

test('leading zeros added by scanners or dropped by spreadsheets are ignored if one barcode matches', async () => {
  for (const barcode of ['036000291452', '36000291452', '00036000291452', '٠٠٣٦٠٠٠٢٩١٤٥٢'])
    expect((await at(barcode)).productId).toBe(shop.id('A1 M'))
  // Both A2 sizes answer to these digits with some zeros: each only to its own.
  expect((await at('12345670')).productId).toBe(shop.id('A2 S'))
  expect((await at('0000012345670')).productId).toBe(shop.id('A2 M'))
  expect(await at('012345670')).toEqual({ success: true, data: null, whyNot: 'unknown' })
})

test('an item code with these digits wins over a barcode that differs in zeros', async () => {
  const own = await newShop(app)
  const [row] = catalogueRows()
  const rows = [
    { ...row, itemCode: 'Z1', barcode: '00012345' },
    { ...row, itemCode: '12345', barcode: '' },
  ]
  await own.load(rows)
  expect(await at('12345', {}, own.dealer)).toEqual({ success: true, data: null, whyNot: 'unknown' })
  expect((await at('00012345', {}, own.dealer)).data.itemCode).toBe('Z1')
  expect((await at('000012345', {}, own.dealer)).data.itemCode).toBe('Z1')
})

test('says why the item cannot be ordered', async () => {
  expect(await at('4000000000000')).toEqual({ success: true, data: null, whyNot: 'unknown' })
  expect(await at('8690000000031')).toMatchObject({ data: { itemCode: 'A3' }, whyNot: 'noPrice' })
  expect(await at('8690000000055')).toMatchObject({ data: { itemCode: 'B3' }, whyNot: 'noStock' })
  const season = await at('8690000000055', { orderType: 'Season' })
  expect(season.whyNot).toBeUndefined()
  expect(season.data.items[0].inventory).toBe(9999)
})

test('reveals nothing more about excluded brands and inactive products', async () => {
  expect(await at('8690000000048', { currAccCode: '120.02' }, shop.agent)).toEqual({
    success: true,
    data: null,
    whyNot: 'brandExcluded',
  })
  expect((await at('8690000000048', { currAccCode: '120.01' }, shop.agent)).data.itemCode).toBe('B1')
  const own = await newShop(app)
  await addBarcodes(own)
  const off = (text: string) => own.query(text)
  await off(`update variants set is_active = false where tenant_id = $1 and barcode = '8690000000017'`)
  const sizeOff = await at('8690000000017', {}, own.dealer)
  expect(sizeOff).toMatchObject({ data: { itemCode: 'A1' }, whyNot: 'inactive' })
  expect(sizeOff.data.items).toHaveLength(2)
  expect(sizeOff.productId).toBeUndefined()
  await off(`update products set is_active = false where tenant_id = $1 and item_code = 'A1'`)
  expect(await at('8690000000017', {}, own.dealer)).toEqual({ success: true, data: null, whyNot: 'inactive' })
  await off(`update brands set is_active = false where tenant_id = $1 and name = 'Bora'`)
  expect(await at('8690000000048', {}, own.dealer)).toEqual({ success: true, data: null, whyNot: 'inactive' })
})

test('shows prices of the viewer, and only to those who may see them', async () => {
  expect(await at('8690000000017', {}, open.visitor)).toMatchObject({
    data: { unitPrice: 9.5, currencyCode: 'EUR' },
  })
  const foreign = { barcode: '8690000000017', currAccCode: '120.03' }
  expect((await shop.agent.get('/api/Shop/GetProductByBarcode', foreign)).status).toBe(404)
  expect((await shop.dealer.get('/api/Shop/GetProductByBarcode', { barcode: ' ' })).status).toBe(400)
})
