import { beforeAll, describe, expect, test } from 'vitest'
import { documentsOf } from '#server/erp/documents.ts'
import { readProductCodes } from '#server/erp/sync/productCodes.ts'
import type { ProductItem } from '#shared/catalogue/catalogue.ts'
import { type Client, dataOf } from '#test/app.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'

/* Runs with the catalogue in memory and from SQL. */

const app = useApp()
const shop = shopPerFile(app, 'codes')
const rival = shopPerFile(app, 'rival-codes')
const code = 'ERP-0471'

/** Saves cells of the size A1 S. */
const saveCells = (cells: object, of = shop) =>
  of.admin.post('/api/Shop/GetProductSheet', {}).then(async ({ body }) => {
    const productId = of.id('A1 S')
    const product = body.data.products.find(({ items }: { items: { productId: string }[] }) =>
      items.some((item) => item.productId === productId),
    )
    return of.admin.post('/api/Shop/SaveProductSheet', {
      products: [{ id: product.id, items: [{ productId, ...cells }] }],
    })
  })

beforeAll(async () => {
  for (const of of [shop, rival]) {
    const { body } = await saveCells({ externalCode: { was: '', is: code } }, of)
    if (body.data.refused.length > 0) throw new Error('The code was not saved')
  }
})

const found = async (path: string, input: object, client: Client = shop.dealer) =>
  dataOf(client.post(`/api/Shop/${path}`, { orderType: 'Rpt', ...input }))

describe('a size is found by its external code', () => {
  test('in the shop’s and the office’s search, in capitals or not', async () => {
    for (const searchText of [code, code.toLowerCase()]) {
      const { data } = (
        await shop.dealer.post('/api/Shop/GetProductsBySearch', { searchText, orderType: 'Rpt' })
      ).body
      expect(JSON.stringify(data)).toContain(shop.id('A1 S'))
    }
    const { items } = await dataOf(shop.admin.post('/api/Shop/GetProducts', { search: code }))
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ itemCode: 'A1' })
  })

  test('in quick order and by scanning', async () => {
    const { lines } = await found('CheckOrderLines', { lines: [{ code, qty: 1 }] })
    expect(lines).toEqual([{ status: 'ok', productId: shop.id('A1 S') }])
    const scanned = await shop.dealer.get('/api/Shop/GetProductByBarcode', {
      barcode: code,
      orderType: 'Rpt',
    })
    expect(scanned.body).toMatchObject({ productId: shop.id('A1 S') })
  })

  test('and the item shows it, other sizes show none', async () => {
    const { body } = await shop.dealer.get('/api/Shop/GetProductByBarcode', {
      barcode: code,
      orderType: 'Rpt',
    })
    const items = body.data.items as ProductItem[]
    expect(items.map(({ productId, externalCode }) => [productId, externalCode])).toContainEqual([
      shop.id('A1 S'),
      code,
    ])
    expect(items.filter(({ externalCode }) => externalCode !== undefined)).toHaveLength(1)
  })
})

test('where a text is the barcode of one and the external code of another, the barcode counts', async () => {
  const own = 'BOTH-1'
  await shop.update(`variants set barcode = $2 where id = $3`, own, shop.id('A1 M'))
  await shop.update(`variants set external_code = $2 where id = $3`, own, shop.id('B1 S'))
  const { lines } = await found('CheckOrderLines', { lines: [{ code: own, qty: 1 }] })
  expect(lines).toMatchObject([{ productId: shop.id('A1 M') }])
  const { body } = await shop.dealer.get('/api/Shop/GetProductByBarcode', { barcode: own, orderType: 'Rpt' })
  expect(body).toMatchObject({ productId: shop.id('A1 M') })
})

describe('an external code', () => {
  test('belongs to one size of a wholesaler', async () => {
    const { body } = await shop.admin.get('/api/Shop/GetItem', { itemCode: 'A1' })
    const [product] = body.data.products
    const other = product.items.find(({ productId }: ProductItem) => productId !== shop.id('A1 S'))
    const answer = await shop.admin.post('/api/Shop/SaveProductSheet', {
      products: [
        { id: product.id, items: [{ productId: other.productId, externalCode: { was: '', is: code } }] },
      ],
    })
    expect(answer.body.data.refused).toMatchObject([{ field: 'externalCode', reason: 'taken' }])
  })

  test('is a part of an ERP’s product codes, and of the lines that it gets', async () => {
    const codes = await readProductCodes(app.database, shop.tenantId, 'X{externalCode}')
    expect(codes.get(`X${code}`)).toBe(shop.id('A1 S'))
    const { id } = await shop.place()
    const documents = await app.database.inTenant(shop.tenantId, 'read', (tx) =>
      documentsOf(tx, id, '{externalCode}'),
    )
    expect(documents.flatMap(({ lines }) => lines)).toContainEqual(
      expect.objectContaining({ externalCode: code, productCode: code }),
    )
  })
})
