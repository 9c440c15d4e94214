import { newId } from '#server/db/newId.ts'
import {
  type ProductColumn,
  productColumnNames,
  type VariantField,
  variantField,
  variantFieldNames,
} from '#shared/catalogue/catalogueFields.ts'
import { type AttributeName, attributeNames } from '#shared/catalogue/listing.ts'
import { toMinor } from '#shared/numbers/money.ts'
import type { EntityChange, Side } from './changeSet.ts'

export type VariantState = Record<Exclude<VariantField, 'sortOrder'>, unknown> & {
  productId?: string | undefined
  itemDim1Code: string
  lotCode: string
  prices: { priceGroup: string; unitPrice: number; currencyCode: string }[]
}

export type ProductState = Record<ProductColumn | AttributeName, unknown> & {
  itemDescription: string
  colorCode: string
  brandName: string
  categoryName: string
  items: VariantState[]
}

/** Position in the order, by variant id. */
export type Places = ReadonlyMap<string, number>

export type Compared = {
  id: string
  itemCode: string
  /** Undefined for a new product. */
  stored: ProductState | undefined
  wanted: ProductState
  storedPlaces: Places
  /** Defaults to the given order. */
  wantedPlaces?: Places
}

/** The differences between a stored and a wanted product. */
export function compareProduct(compared: Compared): EntityChange[] {
  const { id, itemCode, stored, wanted, storedPlaces, wantedPlaces } = compared
  const label = { productId: id, itemCode, colorCode: wanted.colorCode }
  const named = (item: VariantState) => ({
    ...label,
    entity: 'variant' as const,
    size: item.itemDim1Code || item.lotCode,
    isLot: item.lotCode !== '',
    name: '',
  })
  const before = new Map(stored?.items.map((item) => [item.productId ?? '', item]))
  const places = placesOf(wanted.items, stored?.items ?? [], storedPlaces)
  const changes: EntityChange[] = []
  const own = differencesOf(stored ? productSideOf(stored) : {}, productSideOf(wanted))
  if (own || !stored) {
    const state = stored ? 'changed' : 'new'
    const sides = own ?? { before: {}, after: {} }
    changes.push({
      entity: 'product',
      id,
      ...label,
      state,
      size: '',
      isLot: false,
      name: wanted.itemDescription,
      ...sides,
    })
  }
  for (const [index, item] of wanted.items.entries()) {
    const old = before.get(item.productId ?? '')
    const place = wantedPlaces?.get(item.productId ?? '') ?? places[index] ?? index + 1
    const after = variantSideOf(item, place)
    if (old?.productId) {
      before.delete(old.productId)
      const sides = differencesOf(variantSideOf(old, storedPlaces.get(old.productId) ?? 0), after)
      if (sides) changes.push({ ...named(item), id: old.productId, state: 'changed', ...sides })
    } else changes.push({ ...named(item), id: newId(), state: 'new', before: {}, after })
  }
  for (const [variantId, item] of before) {
    const side = variantSideOf(item, storedPlaces.get(variantId) ?? 0)
    changes.push({ ...named(item), id: variantId, state: 'removed', before: side, after: {} })
  }
  return changes
}

/** In unchanged order, stored variants keep their places and new ones are appended; otherwise all are renumbered. */
function placesOf(wanted: VariantState[], stored: VariantState[], storedPlaces: Places): number[] {
  const order = new Map(stored.map(({ productId }, index) => [productId, index]))
  const indexes = wanted.map(({ productId }) => order.get(productId ?? '') ?? Number.POSITIVE_INFINITY)
  const isInOrder = indexes.every((index, at) => at === 0 || index >= (indexes[at - 1] ?? 0))
  let last = Math.max(0, ...stored.map(({ productId }) => storedPlaces.get(productId ?? '') ?? 0))
  return wanted.map(({ productId }, index) => {
    if (!isInOrder) return index + 1
    const place = storedPlaces.get(productId ?? '')
    if (place !== undefined) return place
    last += 1
    return last
  })
}

function variantSideOf(item: VariantState, sortOrder: number): Side {
  const fields = variantFieldNames.map((name): [string, unknown] => {
    const value = name === 'sortOrder' ? sortOrder : item[name]
    return [name, variantField(name).kind === 'lotSizes' ? plainSizes(value) : value]
  })
  const prices = item.prices.map(({ priceGroup, unitPrice, currencyCode }): [string, unknown] => [
    `price${priceGroup}`,
    { amount: toMinor(unitPrice), currency: currencyCode },
  ])
  return withoutEmpty([...fields, ...prices])
}

/** Restores the key order, which PostgreSQL changes. */
const plainSizes = (value: unknown) =>
  (value as { size: string; pieces: number }[]).map(({ size, pieces }) => ({ size, pieces }))

const productFields = [...productColumnNames, 'brandName', 'categoryName', ...attributeNames] as const

const productSideOf = (product: ProductState): Side =>
  withoutEmpty(productFields.map((name): [string, unknown] => [name, product[name]]))

const withoutEmpty = (fields: [string, unknown][]): Side =>
  Object.fromEntries(fields.filter(([, value]) => value !== '' && value !== undefined))

const lotFields = variantFieldNames.filter((name) => variantField(name).isOfLot)

/** Both sides without equal fields; undefined if all are equal. */
function differencesOf(before: Side, after: Side): { before: Side; after: Side } | undefined {
  const isSame = (name: string) =>
    before[name] === after[name] || JSON.stringify(before[name]) === JSON.stringify(after[name])
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isSame(name))
  if (names.length === 0) return undefined
  const isLotChanged = lotFields.some((name) => names.includes(name))
  const all = new Set([
    ...names,
    ...(isLotChanged ? lotFields : []),
    ...(names.includes('brandId') ? ['brandName'] : []),
    ...(names.includes('categoryId') ? ['categoryName'] : []),
  ])
  const pick = (side: Side) =>
    Object.fromEntries([...all].flatMap((name) => (name in side ? [[name, side[name]]] : [])))
  return { before: pick(before), after: pick(after) }
}
