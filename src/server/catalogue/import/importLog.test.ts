import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { lines, useImportShop } from '#test/importShop.ts'

const shop = useImportShop()

const header =
  'brandName,categoryName,itemCode,itemDescription,colorCode,itemDim1Code,lotCode,barcode,priceTF,currencyTF,priceCB'
const full = lines(
  header,
  'Lale,Kadın,A1,Elbise,red,S,,100,10,EUR,11.50',
  'Lale,Kadın,A1,Elbise,red,M,,101,10,EUR,',
  'Lale,Kadın,A1,Elbise,red,,W8,102,80,EUR,92',
  'Gül,Kadın,B1,Etek,,38,,,,,7',
)
const keys = 'itemCode,colorCode,itemDim1Code,lotCode'

type Row = {
  subject: string
  subject_name: string
  action: string
  before: object | null
  after: object | null
}
/** Newest first. */
const changes = (subject: string) =>
  shop.rows<Row & { at: Date; user_name: string; user_id: string | null; subject_id: string | null }>(
    `select * from changes where tenant_id = $1 and subject = $2 order by at desc, id desc`,
    subject,
  )
const shortly = async () =>
  (await changes('price')).map(({ subject_name, action, before, after }) => [
    subject_name,
    action,
    before,
    after,
  ])

test('an import is logged as one change with its counts', async () => {
  await shop.importText(full)
  const [change, ...others] = await changes('catalogue')
  expect(others).toEqual([])
  expect(change).toMatchObject({
    user_id: null,
    user_name: 'operator',
    subject_id: null,
    subject_name: 'products.csv',
    action: 'imported',
    before: null,
    after: {
      rows: 4,
      productsAdded: 2,
      variantsAdded: 4,
      pricesAdded: 6,
      brandsAdded: 2,
      categoriesAdded: 1,
    },
  })
  expect(await changes('price')).toEqual([])
})

test('imports that change nothing, are refused or are dry runs are not logged', async () => {
  await shop.importText(full)
  await shop.importText(full)
  await shop.importText(lines(`${keys},priceTF`, 'A1,red,S,,12'), { dryRun: true })
  await shop.importText(lines(`${keys},priceTF`, 'A1,red,S,,12', 'A1,red,M,,twelve'))
  expect(await changes('catalogue')).toHaveLength(1)
  expect(await changes('price')).toEqual([])
})

test('each changed, removed or new price of an existing variant is logged', async () => {
  await shop.importText(full)
  const actor = { userId: randomUUIDv7(), name: 'ayse', address: '10.0.0.1' }
  await shop.importText(
    lines(
      `${keys},priceTF,currencyTF,priceCB`,
      'A1,red,S,,9.99,USD,11.50',
      'A1,red,M,,10,EUR,5',
      'A1,red,,W8,,,91',
      'A1,red,XL,,1,EUR,2',
      'B1,,38,,,,',
    ),
    { actor },
  )
  const usd = (price: number) => ({ price, currency: 'USD' })
  const eur = (price: number) => ({ price, currency: 'EUR' })
  const lira = (price: number) => ({ price, currency: 'TRY' })
  expect(await shortly()).toEqual([
    ['A1 red S TF', 'changed', eur(10), usd(9.99)],
    ['A1 red M CB', 'added', null, lira(5)],
    ['A1 red W8 CB', 'changed', lira(92), lira(91)],
    ['A1 red W8 TF', 'deleted', eur(80), null],
    ['B1 38 CB', 'deleted', lira(7), null],
  ])
  const [price] = await changes('price')
  expect(price).toMatchObject({ user_id: actor.userId, user_name: 'ayse', address: '10.0.0.1' })
  const [imported] = await changes('catalogue')
  expect(imported).toMatchObject({
    user_name: 'ayse',
    after: { rows: 5, variantsAdded: 1, pricesAdded: 3, pricesChanged: 4 },
  })
  expect(imported?.at).toEqual(price?.at)
  const [variant] = await shop.rows<{ id: string }>(
    `select id from variants where tenant_id = $1 and size = 'S'`,
  )
  expect(price?.subject_id).toBe(variant?.id)
})

test('the logged old price is that at writing, not at comparing', async () => {
  await shop.importText(full)
  const { promise: locked, resolve: inTheMiddle } = Promise.withResolvers<void>()
  const repricing = shop.database.inTenant(shop.tenantId, 'write', async (tx) => {
    const [variant] = await tx.query<{ id: string }>({
      text: `select id from variants where tenant_id = $1 and size = 'S' for update`,
    })
    inTheMiddle()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await tx.query(
      {
        text: `update prices set amount_minor = 1111 where tenant_id = $1 and variant_id = $2 and price_group = 'CB'`,
      },
      variant?.id,
    )
  })
  await locked
  await Promise.all([repricing, shop.importText(lines(`${keys},priceCB`, 'A1,red,S,,12'))])
  expect(await shortly()).toEqual([
    ['A1 red S CB', 'changed', { price: 11.11, currency: 'TRY' }, { price: 12, currency: 'TRY' }],
  ])
})
