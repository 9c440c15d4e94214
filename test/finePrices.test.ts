import readExcelFile from 'read-excel-file/node'
import { beforeEach, expect, test } from 'vitest'
import { documentsOf } from '#server/erp/documents.ts'
import { dayOf } from '#shared/clock.ts'
import { textsOf } from '#test/pdfText.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

/** 0.35 a piece and 1.40 a lot of four, less 20+5. */
beforeEach(async () => {
  const size = { itemCode: 'A1', colorCode: '01', inventory: '10000', currencyCB: 'TRY' }
  await shop.load([
    { ...size, itemDim1Code: 'S', lotCode: '', priceCB: '0.35' },
    { ...size, itemDim1Code: '', lotCode: 'L4', priceCB: '1.40' },
  ])
  const rule = { name: 'Toptan', audience: 'everybody', target: 'all', basis: 'none', effect: 'percent' }
  const tiers = [{ from: 0, percents: [20, 5] }]
  await shop.admin.post('/api/Price/SavePriceRule', { ...rule, tiers, endsOthers: false })
})

const pieces = { 'A1 S': [6000, 0.266] as [number, number] }
const lots = { 'A1 L4': [1500, 1.064] as [number, number] }
const from = dayOf(new Date(), 'Europe/Istanbul')
const read = async (id: string) => (await shop.admin.get('/api/Shop/GetOrderById', { id })).body.data

test.each([pieces, lots])(
  'goods cost the same loose and in lots, whoever reads the order: %j',
  async (lines) => {
    const { id, guidKey } = await shop.place({ lines, orderType: 'Season' })
    const [[, unitPrice]] = Object.values(lines) as [[number, number]]
    expect(await read(id)).toMatchObject({
      totals: [{ currency: 'TRY', amount: 1596 }],
      lines: [{ unitPrice, priceSteps: [{ percents: [20, 5], unitPrice }] }],
    })
    const [document] = await app.database.inTenant(shop.tenantId, 'read', (tx) =>
      documentsOf(tx, id, '{itemCode}'),
    )
    const unitPriceMinor = Math.round(unitPrice * 100)
    expect(document).toMatchObject({
      totalMinor: 159_600,
      lines: [{ unitPrice, unitPriceMinor, amountMinor: 159_600 }],
    })
    const pdf = textsOf((await shop.dealer.get('/api/Shop/GetOrderPdf', { guidKey })).body).join(' ')
    expect(pdf).toContain('1.596,00')
    const [sheet] = await readExcelFile((await shop.dealer.get('/api/Shop/GetOrderExcel', { guidKey })).body)
    const cells = (sheet?.data ?? []).flat()
    expect(cells).toContain(1596)
    expect(cells).toContain(unitPrice)
    const [best] = (await shop.admin.get('/api/Shop/GetBestSellers', { from, to: from })).body.data.items
    expect(best.totals).toEqual([{ currency: 'TRY', amount: 1596 }])
  },
)

test('a line is rounded once, and an amendment keeps its price', async () => {
  const { id, body } = await shop.place({ lines: { 'A1 S': [3, 0.266], 'A1 L4': [1, 1.064] } })
  expect((await read(id)).totals).toEqual([{ currency: 'TRY', amount: 1.86 }])
  const amended = { ...shop.orderBody({ lines: { 'A1 S': [2, 0.266] } }), guidKey: body.guidKey, version: 1 }
  expect(await shop.dealer.post('/api/Shop/PostShopCart', amended)).toMatchObject({ status: 200 })
  expect(await read(id)).toMatchObject({ totals: [{ amount: 0.53 }], lines: [{ unitPrice: 0.266 }] })
})

test('a price in cents is too low for one that is a part of a cent higher', async () => {
  expect((await shop.order({ lines: { 'A1 S': [1, 0.26] } })).body).toMatchObject({
    code: 'order.priceChanged',
    lines: [{ unitPrice: 0.26, newUnitPrice: 0.266 }],
  })
  expect((await shop.order({ lines: { 'A1 S': [1, 0.27] } })).body).toMatchObject({
    lowered: [{ unitPrice: 0.27, newUnitPrice: 0.266 }],
  })
})
