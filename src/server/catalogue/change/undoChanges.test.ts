import { describe, expect, test } from 'vitest'
import type { OfficeProduct } from '#shared/catalogue/products.ts'
import type { SentProduct } from '#shared/catalogue/sentProducts.ts'
import { changesOf } from '#test/changes.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const app = useApp()
const shop = shopPerTest(app)

const item = async (itemCode = 'A1'): Promise<OfficeProduct[]> =>
  (await shop.admin.get('/api/Shop/GetItem', { itemCode })).body.data.products
const only = async (): Promise<OfficeProduct> => (await item())[0] as OfficeProduct
/** Everything that undo restores, so without version and time. */
const content = async () =>
  (await item()).map(({ version: _version, updatedDate: _updated, ...rest }) => rest)

type Change = (product: SentProduct) => Partial<SentProduct>
async function save(change: Change): Promise<string> {
  const product = await only()
  const products = [{ ...product, ...change(product) }]
  const { status, body } = await shop.admin.post('/api/Shop/SaveItem', {
    itemCode: product.itemCode,
    products,
  })
  expect([status, body.data?.changeSetId]).toEqual([200, expect.any(String)])
  return body.data.changeSetId
}
const undo = (id: string, client = shop.admin) => client.post('/api/Shop/UndoChanges', { id })

describe('undoing a form', () => {
  test('restores texts, prices, barcodes, and added and removed sizes', async () => {
    const before = await content()
    const id = await save(({ items }) => ({
      itemDescription: 'Başka',
      colorDescription: 'Lacivert',
      attribute01: 'Yaz',
      items: [
        { ...(items[1] as SentProduct['items'][number]), barcode: '8690', prices: [] },
        {
          ...(items[0] as SentProduct['items'][number]),
          productId: undefined,
          itemDim1Code: 'XXL',
          barcode: '8691',
        },
      ],
    }))
    expect(await content()).not.toEqual(before)
    expect((await undo(id)).body).toEqual({
      success: true,
      data: { restored: 4, removed: 1, deactivated: 0, kept: 0 },
    })
    expect(await content()).toEqual(before)
    expect((await only()).version).toBeGreaterThan(2)
  })

  test('works once', async () => {
    const id = await save(() => ({ itemDescription: 'Başka' }))
    const both = await Promise.all([undo(id), undo(id)])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect((await undo(id)).body.code).toBe('change.undone')
    expect((await only()).itemDescription).not.toBe('Başka')
  })

  test('keeps fields that somebody changed since and restores the rest', async () => {
    const [{ colorDescription }] = (await item()) as [OfficeProduct]
    const id = await save(() => ({ itemDescription: 'Bir', colorDescription: 'Bir' }))
    await save(() => ({ itemDescription: 'İki' }))
    expect((await undo(id)).body.data).toMatchObject({ kept: 1 })
    expect(await only()).toMatchObject({ itemDescription: 'İki', colorDescription })
  })

  test('restores stock by the difference, so that what orders took stays taken', async () => {
    const [{ items }] = (await item()) as [OfficeProduct]
    const { productId, inventory } = items[0] as OfficeProduct['items'][number]
    const id = await save(({ items: all }) => ({
      items: all.map((one) =>
        one.productId === productId ? { ...one, inventoryRead: inventory, inventory: 90 } : one,
      ),
    }))
    await shop.place({ lines: { [productId]: 7 } })
    expect((await undo(id)).body.data).toMatchObject({ restored: 1, kept: 0 })
    expect((await only()).items[0]?.inventory).toBe(inventory - 7)
  })

  test('deactivates a new size that was ordered, and takes no barcode from another size', async () => {
    const { items } = await only()
    const id = await save(({ items: all }) => ({
      items: [
        ...all.map((one, index) => (index === 0 ? { ...one, barcode: '' } : one)),
        {
          ...(all[0] as SentProduct['items'][number]),
          productId: undefined,
          itemDim1Code: 'N1',
          barcode: '555',
          inventory: 5,
        },
      ],
    }))
    const added = (await only()).items.find(({ itemDim1Code }) => itemDim1Code === 'N1')
    await shop.place({ lines: { [added?.productId ?? '']: 1 } })
    expect((await undo(id)).body.data).toMatchObject({ deactivated: 1, removed: 0 })
    const now = await only()
    expect(now.items).toHaveLength(items.length + 1)
    expect(now.items.find(({ itemDim1Code }) => itemDim1Code === 'N1')).toMatchObject({ isActive: false })
  })

  test('is logged per product, and its log entries no longer offer undo', async () => {
    const id = await save(() => ({ itemDescription: 'Başka' }))
    const read = async () =>
      (await shop.admin.post('/api/Account/GetChanges', { subject: 'product' })).body.data.items
    expect((await read())[0]).toMatchObject({ changeSetId: id, after: { itemDescription: 'Başka' } })
    await undo(id)
    const [last, first] = await read()
    expect([first.changeSetId, last.changeSetId]).toEqual([undefined, undefined])
    expect(last).toMatchObject({ before: { itemDescription: 'Başka' }, action: 'changed', userName: 'admin' })
  })
})

test('a bulk action is undone: hidden products are shown, deleted ones restored', async () => {
  const before = await content()
  const ids = before.map(({ id }) => id)
  for (const change of [{ isActive: false }, { isDeleted: true }]) {
    const { body } = await shop.admin.post('/api/Shop/ChangeProducts', { ids, ...change })
    expect(body.data.changed).toEqual(ids)
    expect(await content()).not.toEqual(before)
    expect((await undo(body.data.changeSetId)).body.data).toMatchObject({ restored: ids.length, kept: 0 })
    expect(await content()).toEqual(before)
  }
})

test('a sheet of many products is undone at once', async () => {
  const before = await Promise.all(['A1', 'A2'].map(item))
  const products = before.flat().map(({ id, items }) => ({
    id,
    items: items.map(({ productId, prices }) => ({
      productId,
      prices: prices
        .filter(({ priceGroup }) => priceGroup === 'CB')
        .map(({ priceGroup, ...was }) => ({ priceGroup, was, is: { ...was, unitPrice: was.unitPrice + 1 } })),
    })),
  }))
  const { body } = await shop.admin.post('/api/Shop/SaveProductSheet', { products })
  expect(body.data.refused).toEqual([])
  expect((await undo(body.data.changeSetId)).body.data.kept).toBe(0)
  const after = await Promise.all(['A1', 'A2'].map(item))
  const prices = (all: OfficeProduct[][]) => all.flat().flatMap(({ items }) => items.map((one) => one.prices))
  expect(prices(after)).toEqual(prices(before))
  expect((await changesOf(app, shop, 'product')).filter(({ action }) => action === 'changed')).toHaveLength(
    2 * before.flat().length,
  )
})
