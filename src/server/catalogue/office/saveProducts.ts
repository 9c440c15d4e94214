import type { z } from 'zod'
import { actorOf, recordChange } from '#server/changes/record.ts'
import { errorCode } from '#server/db/error-code.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call, SignedIn } from '#server/http.ts'
import { type LineProblem, Refusal } from '#shared/errors.ts'
import type { GivenProduct } from '#shared/givenProducts.ts'
import type { addProduct, OfficeProduct, saveItem, updateProduct } from '#shared/products.ts'
import { type Looked, lookUp, refuseProblems } from './productChecks.ts'
import { changesStock, collectWrites, type Places, type Wanted } from './productDifferences.ts'
import { nameOf, productsById, type Read } from './productRecord.ts'
import { recordedProduct } from './productRecorded.ts'
import { bumpCatalogue, emptyWrites, write } from './productWrites.ts'

type Saving = SignedIn & { tx: Tx }
type Saved = { id: string; version: number }

/** Saves colours of one item. */
export async function save(call: Call<typeof saveItem>, input: z.output<typeof saveItem.input>) {
  const { itemCode, isNew, products } = input
  const saved = await saveProducts(call, { itemCode, isNew, products, at: (index) => `products.${index}.` })
  return { success: true as const, data: { products: saved } }
}

/** Adds one product. */
export async function add(call: Call<typeof addProduct>, input: z.output<typeof addProduct.input>) {
  const { itemCode, ...product } = input
  const [saved] = await saveProducts(call, { itemCode, isNew: false, products: [product], at: () => '' })
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
  const [saved] = await saveProducts(call, { itemCode, isNew: false, products, at: () => '' })
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
async function saveProducts(call: Saving, { itemCode, isNew, products, at }: Given): Promise<Saved[]> {
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
  const stands = new Map(variants.map(({ id, sortOrder }) => [id, sortOrder]))
  return writeAll(call, wanted, { looked, stands })
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

type Known = { looked: Looked; stands: Places }

async function writeAll(call: Saving, wanted: Wanted[], { looked, stands }: Known): Promise<Saved[]> {
  const { tx, now } = call
  const writes = emptyWrites()
  const changed = wanted.filter((one) => collectWrites(one, stands, writes))
  const versions = new Map(wanted.map(({ id, stored }) => [id, stored?.version ?? 1]))
  if (changed.length > 0) {
    const [written] = await Promise.all([
      write(tx, writes, now).catch((error: unknown) => {
        // Somebody else has just added the same colour, or given the barcode.
        throw errorCode(error) === '23505' ? new Refusal('record.changed') : error
      }),
      ...changed.map((one) => record(call, one, looked)),
    ])
    for (const [id, version] of written) versions.set(id, version)
    await bumpCatalogue(tx)
  }
  return wanted.map(({ id }) => ({ id, version: versions.get(id) ?? 1 }))
}

async function record(call: Saving, { id, itemCode, given, stored }: Wanted, looked: Looked): Promise<void> {
  const brandName = looked.brands.get(given.brandId) ?? ''
  const categoryName = looked.categories.get(given.categoryId) ?? ''
  const before = new Map(stored?.items.map((item) => [item.productId, item]))
  const items = given.items.map((item) => {
    const old = item.productId ? before.get(item.productId) : undefined
    return old && !changesStock(item) ? { ...item, inventory: old.inventory } : item
  })
  await recordChange(call.tx, actorOf(call), call.now, {
    subject: 'product',
    subjectId: id,
    subjectName: nameOf({ ...given, itemCode }),
    action: stored ? 'changed' : 'added',
    ...recordedProduct(stored, { ...given, brandName, categoryName, items }),
  })
}
