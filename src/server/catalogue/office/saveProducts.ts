import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type SignedIn, verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { type ProductText, productTextNames } from '#shared/catalogue/catalogueFields.ts'
import { addProduct, type OfficeProduct, saveItem, updateProduct } from '#shared/catalogue/products.ts'
import type { SentProduct, SentVariant } from '#shared/catalogue/sentProducts.ts'
import { type LineProblem, Refusal } from '#shared/errors.ts'
import { commitChanges } from '../change/commit.ts'
import { compareProduct, type Places, type ProductState } from '../change/compare.ts'
import { type Lookup, lookUp, refuseProblems, type Wanted } from './productChecks.ts'
import { type ProductRow, productsById } from './productRecord.ts'

type Saving = SignedIn & { tx: Tx }
type Saved = { products: { id: string; version: number }[]; changeSetId?: string }

/** Saves colours of one item. */
export const save = verb(saveItem, async (call, input) => {
  const { itemCode, isNew, products } = input
  const saved = await saveProducts(call, {
    itemCode,
    isNew,
    products,
    pathOf: (index) => `products.${index}.`,
  })
  return saved
})

export const add = verb(addProduct, async (call, input) => {
  const { itemCode, ...product } = input
  const {
    products: [saved],
  } = await saveProducts(call, { itemCode, isNew: false, products: [product], pathOf: () => '' })
  if (!saved) throw new Error('The product was not added')
  return { id: saved.id }
})

const findItemCode = prepared(`
  select item_code as "itemCode", color_code as "colorCode" from products where tenant_id = $1 and id = $2`)

/** Changes one product; codes cannot change. */
export const update = verb(updateProduct, async (call, product) => {
  const { itemCode, colorCode } = await oneOf(
    call.tx.query<{ itemCode: string; colorCode: string }>(findItemCode, product.id),
  )
  const products = [{ ...product, colorCode }]
  const {
    products: [saved],
  } = await saveProducts(call, { itemCode, isNew: false, products, pathOf: () => '' })
  if (!saved) throw new Error('The product was not changed')
  return { version: saved.version }
})

// Lock order: products, variants by id (as orders do), counter. `for update`, because unordered variants may be
// deleted and pending orders must be seen first.
const lockProducts = prepared(`
  select id from products where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update`)
const lockVariants = prepared(`
  select id, sort_order as "sortOrder" from variants
  where tenant_id = $1 and product_id = any ($2::uuid[]) order by id for update`)

type Given = {
  itemCode: string
  isNew: boolean
  products: SentProduct[]
  /** Path of a product's fields in the input. */
  pathOf: (index: number) => string
}

/**
 * Saves products of one item, all or none.
 * @throws Refusal `notFound`, `record.changed`, `request.invalid` by field, or `product.stockMoved` for stock that
 * has changed since it was read.
 */
async function saveProducts(call: Saving, { itemCode, isNew, products, pathOf }: Given): Promise<Saved> {
  const { tx } = call
  const ids = products.flatMap(({ id }) => id ?? [])
  const [, variants, rows, lookup] = await Promise.all([
    tx.query(lockProducts, ids),
    tx.query<{ id: string; sortOrder: number }>(lockVariants, ids),
    tx.query<ProductRow>(productsById, ids),
    lookUp(tx, itemCode, products),
  ])
  const stored = new Map(rows.map(({ product }) => [product.id, product]))
  const wanted = products.map((given): Wanted => {
    const before = given.id ? stored.get(given.id) : undefined
    if (given.id) refuseStale(given, before, itemCode)
    return { id: given.id ?? newId(), itemCode, given, stored: before }
  })
  refuseProblems(call, { wanted, lookup, isNew, pathOf })
  refuseMovedStock(wanted)
  const places = new Map(variants.map(({ id, sortOrder }) => [id, sortOrder]))
  return writeAll(call, wanted, { lookup, places })
}

function refuseStale(given: SentProduct, stored: OfficeProduct | undefined, itemCode: string): void {
  if (!stored || stored.isDeleted || stored.itemCode !== itemCode) throw new Refusal('notFound')
  if (given.version !== undefined && given.version !== stored.version) throw new Refusal('record.changed')
  const own = new Set(stored.items.map(({ productId }) => productId))
  if (given.items.some(({ productId }) => productId && !own.has(productId))) throw new Refusal('notFound')
}

/** Orders continue while stock is edited: what they took is never given back. */
function refuseMovedStock(wanted: Wanted[]): void {
  const lines = wanted.flatMap(({ given, stored }): LineProblem[] => {
    const now = new Map(stored?.items.map((item) => [item.productId, item.inventory]))
    return given.items.flatMap((item) => {
      const inventory = item.productId ? now.get(item.productId) : undefined
      const isMoved = inventory !== undefined && changesStock(item) && inventory !== item.inventoryRead
      return isMoved && item.productId ? [{ productId: item.productId, inventory }] : []
    })
  })
  if (lines.length > 0) throw new Refusal('product.stockMoved', { lines })
}

type Known = { lookup: Lookup; places: Places }

async function writeAll(call: Saving, wanted: Wanted[], { lookup, places }: Known): Promise<Saved> {
  const changes = wanted.flatMap(({ id, itemCode, given, stored }) =>
    compareProduct({ id, itemCode, stored, wanted: wantedOf(given, stored, lookup), storedPlaces: places }),
  )
  const names = new Map(wanted.map(({ id, given }) => [id, given.itemDescription]))
  const { versions, ...set } = await commitChanges(call, { source: 'form', changes, names })
  const products = wanted.map(({ id, stored }) => ({ id, version: versions.get(id) ?? stored?.version ?? 1 }))
  return { products, ...set }
}

/** Stock not edited stays as it is under the lock. */
function wantedOf(given: SentProduct, stored: OfficeProduct | undefined, lookup: Lookup): ProductState {
  const known = new Map(stored?.items.map((item) => [item.productId, item]))
  return {
    ...given,
    brandName: lookup.brands.get(given.brandId) ?? '',
    categoryName: lookup.categories.get(given.categoryId) ?? '',
    ...textsOf(given, stored),
    items: given.items.map((item) => {
      const old = known.get(item.productId ?? '')
      return old && !changesStock(item) ? { ...item, inventory: old.inventory } : item
    }),
  }
}

function textsOf(given: SentProduct, stored: OfficeProduct | undefined) {
  const texts = productTextNames.map((name) => [name, given[name] ?? stored?.[name] ?? ''])
  return Object.fromEntries(texts) as Record<ProductText, string>
}

/** Always false for new variants. */
function changesStock({ inventory, inventoryRead }: SentVariant): boolean {
  return inventoryRead !== undefined && inventory !== inventoryRead
}
