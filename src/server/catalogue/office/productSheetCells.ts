import { type VariantCodeField, variantCodeFields } from '#shared/catalogue/catalogueFields.ts'
import {
  type SheetChange,
  type SheetField,
  type SheetPrice,
  type SheetProduct,
  type SheetRefusal,
  sheetFields,
} from '#shared/catalogue/productSheet.ts'
import type { OfficeProduct, OfficeVariant } from '#shared/catalogue/products.ts'
import { toMinor } from '#shared/numbers/money.ts'

type ChangedItem = SheetChange['items'][number]

/** A product after applying its cells; `after` is undefined if the product is gone. */
export type AppliedCells = {
  id: string
  before: OfficeProduct | undefined
  after: OfficeProduct | undefined
  places: Map<string, number>
  refused: SheetRefusal[]
}

/** Applies the cells whose value is still the one read. Cells already at the new value count as applied. */
export function applyCells(
  change: SheetChange,
  before: OfficeProduct | undefined,
  storedPlaces: ReadonlyMap<string, number>,
): AppliedCells {
  const { id } = change
  const places = new Map(before?.items.map(({ productId }) => [productId, storedPlaces.get(productId) ?? 0]))
  if (!before || before.isDeleted)
    return { id, before, after: undefined, places, refused: refuseAsGone(change) }
  const refused: SheetRefusal[] = []
  const refuse = (cell: Omit<SheetRefusal, 'id' | 'reason'>) =>
    refused.push({ id, ...cell, reason: 'changed' })
  const after = { ...before }
  after.itemDescription = applyCell(change.itemDescription, before.itemDescription, () =>
    refuse({ field: 'itemDescription' }),
  )
  after.isActive = applyCell(change.isActive, before.isActive, () => refuse({ field: 'isActive' }))
  const changes = new Map(change.items.map((item) => [item.productId, item]))
  after.items = before.items.map((item) => {
    const wanted = changes.get(item.productId)
    changes.delete(item.productId)
    if (!wanted) return item
    const changed = changedItem({ ...item, sortOrder: places.get(item.productId) ?? 0 }, wanted, refuse)
    places.set(item.productId, changed.sortOrder)
    return changed
  })
  // Left are variants that no longer exist.
  refused.push(...refuseAsGone({ id, items: [...changes.values()] }))
  return { id, before, after, places, refused }
}

type Cell<Value> = { was: unknown; is: Value } | undefined

function applyCell<Value>(cell: Cell<Value>, now: Value, refuse: () => void): Value {
  if (!cell || cell.is === now) return now
  if (cell.was === now) return cell.is
  refuse()
  return now
}

type PlacedItem = OfficeVariant & { sortOrder: number }

function changedItem(
  item: PlacedItem,
  wanted: ChangedItem,
  refuse: (cell: Omit<SheetRefusal, 'id' | 'reason'>) => void,
): PlacedItem {
  const { productId } = item
  const refuser = (field: SheetRefusal['field'], priceGroup?: string) => () =>
    refuse({ productId, field, ...(priceGroup === undefined ? {} : { priceGroup }) })
  const prices = new Map(item.prices.map((price) => [price.priceGroup, price]))
  for (const { priceGroup, was, is } of wanted.prices) {
    const now = prices.get(priceGroup)
    if (keyOf(is) === keyOf(now)) continue
    if (keyOf(was) !== keyOf(now)) refuser('price', priceGroup)()
    else if (is) prices.set(priceGroup, { priceGroup, ...is })
    else prices.delete(priceGroup)
  }
  // Orders move stock meanwhile: what they took is never given back.
  const fields = sheetFields.map((field): [string, unknown] => [
    field,
    applyCell<unknown>(wanted[field], item[field], refuser(field)),
  ])
  return {
    ...item,
    ...(Object.fromEntries(fields) as Pick<PlacedItem, SheetField>),
    prices: [...prices.values()],
  }
}

const keyOf = (price: SheetPrice | null | undefined) =>
  price ? `${toMinor(price.unitPrice)} ${price.currencyCode}` : ''

/** Refuses every cell as deleted. */
function refuseAsGone(change: SheetChange): SheetRefusal[] {
  const { id } = change
  const own = (['itemDescription', 'isActive'] as const).filter((field) => change[field])
  return [
    ...own.map((field) => ({ id, field, reason: 'gone' as const })),
    ...change.items.flatMap((item) => {
      const { productId, prices } = item
      const fields = sheetFields.filter((field) => item[field])
      return [
        ...fields.map((field) => ({ id, productId, field, reason: 'gone' as const })),
        ...prices.map(({ priceGroup }) => ({
          id,
          productId,
          field: 'price' as const,
          priceGroup,
          reason: 'gone' as const,
        })),
      ]
    }),
  ]
}

export type Owner = { field: VariantCodeField; code: string; variantId: string; name: string }

/**
 * Reverts codes that another variant keeps or also gets. Repeats, because a revert may take the code from others.
 */
export function refuseTakenCodes(all: AppliedCells[], owners: Owner[]): void {
  const byField = Map.groupBy(owners, ({ field }) => field)
  for (const field of variantCodeFields) refuseTaken(all, field, byField.get(field) ?? [])
}

function refuseTaken(all: AppliedCells[], field: VariantCodeField, owners: Owner[]): void {
  const ownerOf = new Map(owners.map((owner) => [owner.code, owner]))
  const places = all.flatMap((one) => codeChanges(one, field))
  const changing = new Map(places.map((place) => [place.item.productId, place]))
  for (let isSettled = false; !isSettled; ) {
    isSettled = true
    const given = new Map<string, string>()
    for (const place of changing.values()) {
      const { item } = place
      const owner = ownerOf.get(item[field])
      const keeper = owner && owner.variantId !== item.productId && !changing.has(owner.variantId)
      const duplicate = given.get(item[field])
      if (item[field] === '' || (!keeper && duplicate === undefined)) {
        given.set(item[field], place.name)
        continue
      }
      isSettled = false
      changing.delete(item.productId)
      item[field] = place.was
      const { id } = place.of
      place.of.refused.push({
        id,
        productId: item.productId,
        field,
        reason: 'taken',
        owner: (keeper ? owner.name : duplicate) ?? '',
      })
    }
  }
}

type CodeChange = { of: AppliedCells; item: OfficeVariant; was: string; name: string }

function codeChanges(of: AppliedCells, field: VariantCodeField): CodeChange[] {
  const { before, after } = of
  if (!before || !after) return []
  return after.items.flatMap((item, index) => {
    const was = before.items[index]?.[field] ?? ''
    return item[field] === was ? [] : [{ of, item, was, name: nameOf(after, item) }]
  })
}

function nameOf({ itemCode, colorCode, colorDescription }: OfficeProduct, item: OfficeVariant): string {
  return [itemCode, colorCode, colorDescription, item.itemDim1Code || item.lotCode].filter(Boolean).join(' ')
}

export function wantedCodes(all: AppliedCells[]): string[] {
  return variantCodeFields.flatMap((field) =>
    all.flatMap((one) => codeChanges(one, field)).flatMap(({ item }) => item[field] || []),
  )
}

export function sheetOf(product: OfficeProduct, places: ReadonlyMap<string, number>): SheetProduct {
  const { id, itemCode, itemDescription, colorCode, colorDescription, isActive, items } = product
  return {
    id,
    itemCode,
    itemDescription,
    colorCode,
    colorDescription,
    isActive,
    items: items.map((item) => {
      const { productId, itemDim1Code, lotCode, prices } = item
      const placed = { ...item, sortOrder: places.get(productId) ?? 0 }
      const fields = Object.fromEntries(sheetFields.map((field) => [field, placed[field]]))
      return { productId, itemDim1Code, lotCode, ...(fields as Pick<PlacedItem, SheetField>), prices }
    }),
  }
}
