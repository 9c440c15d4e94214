import type { z } from 'zod'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call, SignedIn } from '#server/http.ts'
import { type LineProblem, Refusal } from '#shared/errors.ts'
import type { GivenProduct, GivenVariant } from '#shared/givenProducts.ts'
import type { addProduct, OfficeProduct, saveItem, updateProduct } from '#shared/products.ts'
import { commitChanges } from '../change/commit.ts'
import { compareProduct, type Places, type ProductState } from '../change/compare.ts'
import { type Looked, lookUp, refuseProblems, type Wanted } from './productChecks.ts'
import { productsById, type Read } from './productRecord.ts'

type Saving = SignedIn & { tx: Tx }
type Saved = { products: { id: string; version: number }[]; changeSetId?: string }

/** Saves colours of one item. */
export async function save(call: Call<typeof saveItem>, input: z.output<typeof saveItem.input>) {
  const { itemCode, isNew, products } = input
  const saved = await saveProducts(call, { itemCode, isNew, products, at: (index) => `products.${index}.` })
  return { success: true as const, data: saved }
}

/** Adds one product. */
export async function add(call: Call<typeof addProduct>, input: z.output<typeof addProduct.input>) {
  const { itemCode, ...product } = input
  const {
    products: [saved],
  } = await saveProducts(call, { itemCode, isNew: false, products: [product], at: () => '' })
  if (!saved) throw new Error('The product was not added')
  return { success: true as const, data: { id: saved.id } }
}

const findItemCode = prepared(`
  select item_code as "itemCode", color_code as "colorCode" from products where tenant_id = $1 and id = $2`)

/** Changes one product; its codes stay, whatever is sent. */
export async function update(
  call: Call<typeof updateProduct>,
  product: z.output<typeof updateProduct.input>,
) {
  const [found] = await call.tx.query<{ itemCode: string; colorCode: string }>(findItemCode, product.id)
  if (!found) throw new Refusal('notFound')
  const { itemCode, colorCode } = found
  const products = [{ ...product, colorCode }]
  const {
    products: [saved],
  } = await saveProducts(call, { itemCode, isNew: false, products, at: () => '' })
  if (!saved) throw new Error('The product was not changed')
  return { success: true as const, data: { version: saved.version } }
}

// Whoever changes products holds them, then their variants in the order of ids as orders do, then the counter. For
// update: what nobody has ordered may be deleted, and an order on its way must be seen first.
const lockProducts = prepared(`
  select id from products where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update`)
const lockVariants = prepared(`
  select id, sort_order as "sortOrder" from variants
  where tenant_id = $1 and product_id = any ($2::uuid[]) order by id for update`)

type Given = {
  itemCode: string
  isNew: boolean
  products: GivenProduct[]
  /** Where the caller's input has the fields of a product. */
  at: (index: number) => string
}

/**
 * Saves products of one item, all or none, in a fixed number of statements. Refuses with `notFound`, `record.changed`
 * where one is not as it was read, `request.invalid` beside the fields, and `product.stockMoved` with the variants
 * whose stock is to be changed and has moved since it was read.
 */
async function saveProducts(call: Saving, { itemCode, isNew, products, at }: Given): Promise<Saved> {
  const { tx } = call
  const ids = products.flatMap(({ id }) => id ?? [])
  const [, variants, rows, looked] = await Promise.all([
    tx.query(lockProducts, ids),
    tx.query<{ id: string; sortOrder: number }>(lockVariants, ids),
    tx.query<Read>(productsById, ids),
    lookUp(tx, itemCode, products),
  ])
  const stored = new Map(rows.map(({ product }) => [product.id, product]))
  const wanted = products.map((given): Wanted => {
    const before = given.id ? stored.get(given.id) : undefined
    if (given.id) refuseOther(given, before, itemCode)
    return { id: given.id ?? newId(), itemCode, given, stored: before }
  })
  refuseProblems(call.language, { wanted, looked, isNew, at })
  refuseMovedStock(wanted)
  const places = new Map(variants.map(({ id, sortOrder }) => [id, sortOrder]))
  return writeAll(call, wanted, { looked, places })
}

/** A product is one of its item that still is as it was read, with variants that are its own. */
function refuseOther(given: GivenProduct, stored: OfficeProduct | undefined, itemCode: string): void {
  if (!stored || stored.isDeleted || stored.itemCode !== itemCode) throw new Refusal('notFound')
  if (given.version !== undefined && given.version !== stored.version) throw new Refusal('record.changed')
  const own = new Set(stored.items.map(({ productId }) => productId))
  if (given.items.some(({ productId }) => productId && !own.has(productId))) throw new Refusal('notFound')
}

/** Orders go on while stock is being typed: what they have taken is never given back by it. */
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

type Known = { looked: Looked; places: Places }

async function writeAll(call: Saving, wanted: Wanted[], { looked, places }: Known): Promise<Saved> {
  const changes = wanted.flatMap(({ id, itemCode, given, stored }) =>
    compareProduct({ id, itemCode, stored, wanted: wantedOf(given, stored, looked), storedPlaces: places }),
  )
  const names = new Map(wanted.map(({ id, given }) => [id, given.itemDescription]))
  const { versions, ...set } = await commitChanges(call, { source: 'form', changes, names })
  const products = wanted.map(({ id, stored }) => ({ id, version: versions.get(id) ?? stored?.version ?? 1 }))
  return { products, ...set }
}

/** Stock is as it stands under the lock, unless another one is wanted. */
function wantedOf(given: GivenProduct, stored: OfficeProduct | undefined, looked: Looked): ProductState {
  const known = new Map(stored?.items.map((item) => [item.productId, item]))
  return {
    ...given,
    brandName: looked.brands.get(given.brandId) ?? '',
    categoryName: looked.categories.get(given.categoryId) ?? '',
    items: given.items.map((item) => {
      const old = known.get(item.productId ?? '')
      return old && !changesStock(item) ? { ...item, inventory: old.inventory } : item
    }),
  }
}

/** Whether another stock is wanted than the one that was read; of a new variant whatever is given. */
function changesStock({ inventory, inventoryRead }: GivenVariant): boolean {
  return inventoryRead !== undefined && inventory !== inventoryRead
}
