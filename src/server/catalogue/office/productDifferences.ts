import { newId } from '#server/db/newId.ts'
import type { GivenProduct, GivenVariant } from '#shared/givenProducts.ts'
import { type AttributeName, attributeNames } from '#shared/listing.ts'
import { toMinor } from '#shared/money.ts'
import type { OfficeProduct, OfficeVariant } from '#shared/products.ts'
import type { PriceRow, VariantRow, Writes } from './productWrites.ts'

type Attributes = Record<AttributeName, string>

/** What is to become of a product: as given, as it is now (undefined for a new one), and what is different. */
export type Wanted = {
  id: string
  itemCode: string
  given: GivenProduct
  stored: OfficeProduct | undefined
  /** Where its variants are to stand, where that is said; else in the order in which they are given. */
  places?: Places
}

/** The sort orders of the variants as they are stored, by their ids: their order is kept by them, whatever they are. */
export type Places = ReadonlyMap<string, number>

/** Adds to `writes` what of a product differs from how it is stored; false where nothing does. */
export function collectWrites(
  { id, itemCode, given, stored, places: wanted }: Wanted,
  stands: Places,
  writes: Writes,
): boolean {
  const storedItems = new Map(stored?.items.map((item) => [item.productId, item]))
  const kept = new Set(given.items.map(({ productId }) => productId))
  const removed = [...storedItems.keys()].filter((productId) => !kept.has(productId))
  const places = placesOf(given.items, stored?.items ?? [], stands)
  const [variants, prices, unpriced]: [VariantRow[], PriceRow[], Writes['unpriced']] = [[], [], []]
  for (const [index, item] of given.items.entries()) {
    const before = item.productId ? storedItems.get(item.productId) : undefined
    const row = variantRow(item, before, {
      productId: id,
      place: wanted?.get(item.productId ?? '') ?? places[index] ?? index + 1,
    })
    if (!before || stands.get(before.productId) !== row.sort_order || !isSameVariant(row, before))
      variants.push(row)
    if (before?.barcode && before.barcode !== item.barcode) writes.freed.push(row.id)
    collectPrices(row.id, item, before, { prices, unpriced })
  }
  const isSame =
    stored !== undefined &&
    contentOf(given) === contentOf(stored) &&
    removed.length + variants.length + prices.length + unpriced.length === 0
  if (isSame) return false
  writes.products.push({
    id,
    item_code: itemCode,
    item_description: given.itemDescription,
    color_code: given.colorCode,
    color_description: given.colorDescription,
    brand_id: given.brandId,
    category_id: given.categoryId,
    attributes: attributesOf(given),
    is_active: given.isActive,
  })
  writes.removed.push(...removed)
  writes.variants.push(...variants)
  writes.prices.push(...prices)
  writes.unpriced.push(...unpriced)
  return true
}

/**
 * Where each variant stands from now on. Those that stay in their order stay where they are, and new ones come behind
 * them; in another order all are counted anew.
 */
function placesOf(given: GivenVariant[], stored: OfficeVariant[], stands: Places): number[] {
  const order = new Map(stored.map(({ productId }, index) => [productId, index]))
  const indexes = given.map(({ productId }) => order.get(productId ?? '') ?? Number.POSITIVE_INFINITY)
  const isInOrder = indexes.every((index, at) => at === 0 || index >= (indexes[at - 1] ?? 0))
  let last = Math.max(0, ...stored.map(({ productId }) => stands.get(productId) ?? 0))
  return given.map(({ productId }, index) => {
    if (!isInOrder) return index + 1
    const place = stands.get(productId ?? '')
    if (place !== undefined) return place
    last += 1
    return last
  })
}

/** Whether another stock is wanted than the one that was read; of a new variant whatever is given. */
export function changesStock({ inventory, inventoryRead }: GivenVariant): boolean {
  return inventoryRead !== undefined && inventory !== inventoryRead
}

/** Stock is as it stands under the lock, unless another one is wanted. */
function variantRow(
  item: GivenVariant,
  before: OfficeVariant | undefined,
  { productId, place }: { productId: string; place: number },
): VariantRow {
  return {
    id: before?.productId ?? newId(),
    product_id: productId,
    size: item.itemDim1Code,
    lot_code: item.lotCode,
    lot_description: item.lotDescription,
    pieces_per_lot: item.piecesPerLot,
    lot_sizes: item.lotSizes,
    barcode: item.barcode || null,
    inventory: before && !changesStock(item) ? before.inventory : item.inventory,
    sort_order: place,
    is_active: item.isActive,
  }
}

function isSameVariant(row: VariantRow, before: OfficeVariant): boolean {
  return (
    row.lot_description === before.lotDescription &&
    row.pieces_per_lot === before.piecesPerLot &&
    JSON.stringify(row.lot_sizes) === JSON.stringify(sizesOf(before)) &&
    (row.barcode ?? '') === before.barcode &&
    row.inventory === before.inventory &&
    row.is_active === before.isActive
  )
}

/** PostgreSQL writes the keys of an object in its own order. */
const sizesOf = ({ lotSizes }: OfficeVariant) => lotSizes.map(({ size, pieces }) => ({ size, pieces }))

function collectPrices(
  variantId: string,
  item: GivenVariant,
  before: OfficeVariant | undefined,
  { prices, unpriced }: Pick<Writes, 'prices' | 'unpriced'>,
): void {
  const storedPrices = new Map(before?.prices.map((price) => [price.priceGroup, price]))
  for (const { priceGroup, unitPrice, currencyCode } of item.prices) {
    const was = storedPrices.get(priceGroup)
    const amount = toMinor(unitPrice)
    if (!was || toMinor(was.unitPrice) !== amount || was.currencyCode !== currencyCode) {
      prices.push({
        variant_id: variantId,
        price_group: priceGroup,
        currency_code: currencyCode,
        amount_minor: amount,
      })
    }
    storedPrices.delete(priceGroup)
  }
  for (const priceGroup of storedPrices.keys())
    unpriced.push({ variant_id: variantId, price_group: priceGroup })
}

/** Only those that say something, as they are stored. */
function attributesOf(product: Attributes): Partial<Attributes> & Record<string, string> {
  return Object.fromEntries(attributeNames.flatMap((name) => (product[name] ? [[name, product[name]]] : [])))
}

function contentOf(product: GivenProduct | OfficeProduct): string {
  return JSON.stringify([
    product.itemDescription,
    product.colorDescription,
    product.brandId,
    product.categoryId,
    attributeNames.map((name) => product[name]),
    product.isActive,
  ])
}
