import { assortmentFor } from '#shared/catalogue/assortment.ts'
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import { type CurveSource, usualParts } from '#shared/catalogue/curve.ts'
import { lotSizesOf } from '#shared/catalogue/lots.ts'
import { ratioQuantities, readRatio } from '#shared/numbers/ratio.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { isSignedIn } from '#web/session.ts'
import { readCount } from '#web/ui/readCount.ts'
import { type Grid } from '../item/gridModel.ts'
import { fillCells, isEditable, stockOf, useGrid } from '../item/gridStore.ts'

/** More is a slip, and takes long to work out. */
const maxPieces = 10_000

type Row = Grid['rows'][number]

/**
 * Sets the quantities of a colour from a number of pieces, spread over sizes and lots as the item is usually ordered, or
 * from a ratio of its sizes like 1-2-2-1 × 10.
 */
export async function spread(
  grid: Grid,
  row: number,
  text: string,
  currAccCode: string | undefined,
): Promise<void> {
  const chosen = grid.rows[row]
  if (!chosen) return
  const ratio = readRatio(text)
  const pieces = readCount(text) ?? 0
  if (ratio) return spreadRatio(chosen, row, ratio)
  if (!(pieces > 0 && pieces <= maxPieces)) return say(t('ordering.spread.unreadable'))
  const units = unitsOf(chosen)
  const sizes = [...new Set(units.flatMap(({ contents }) => contents.map(({ size }) => size)))]
  const { curve, source } = await curveFor(chosen.product, sizes, currAccCode)
  const found = assortmentFor(pieces, units, curve)
  set(chosen, row, (item) => found.quantities.get(item.productId) ?? 0)
  const ordered = units.filter(({ id }) => found.quantities.has(id))
  const count = new Set(ordered.flatMap(({ contents }) => contents.map(({ size }) => size))).size
  const done =
    count > 0 ? [spreadText(found.pieces, count), t(`ordering.spread.as.${source}`)].join(' · ') : ''
  say([outcomeOf(found.pieces, pieces), done].filter(Boolean).join(' '))
}

const spreadText = (pieces: number, count: number) =>
  t('ordering.spread.done', { pieces: t('product.pieces', { count: pieces }), count })

const say = (message: string) => useGrid.setState({ message })

/** What can be ordered of a colour, whatever the cart has of it. */
const unitsOf = ({ items }: Row) =>
  items.flatMap((item) => {
    if (!item || !isEditable(item) || item.unitPrice === undefined) return []
    const contents = item.lotCode ? lotSizesOf(item) : [{ size: item.itemDim1Code, pieces: 1 }]
    const unit = { id: item.productId, minimum: item.minQty ?? 1, multiple: 1, maxQuantity: stockOf(item) }
    return contents ? [{ ...unit, contents }] : []
  })

/** In which shares the item's sizes are ordered, and whose orders say so. Guests get the usual ones. */
async function curveFor(
  { itemCode }: Product,
  sizes: string[],
  currAccCode: string | undefined,
): Promise<{ curve: Map<string, number>; source: CurveSource }> {
  if (!isSignedIn()) {
    const parts = usualParts(sizes.length)
    return { curve: new Map(sizes.map((size, index) => [size, parts[index] ?? 0])), source: 'usual' }
  }
  const account = currAccCode ? { currAccCode } : {}
  const { sizes: usual, source } = (await api.get('/api/Shop/GetSizeCurve', { itemCode, ...account })).data
  return { curve: new Map(usual.map(({ size, pieces }) => [size, pieces])), source }
}

const outcomeOf = (reached: number, wanted: number) =>
  reached === wanted ? '' : t('ordering.spread.nearest', { count: reached, wanted })

/** Lots stay as they are. */
function spreadRatio(chosen: Row, row: number, ratio: NonNullable<ReturnType<typeof readRatio>>): void {
  const sizes = chosen.items.filter((item) => item !== undefined && !item.lotCode) as ProductItem[]
  const quantities = ratioQuantities(
    ratio,
    sizes.map((item) => ({
      id: item.productId,
      minimum: item.minQty ?? 1,
      multiple: 1,
      maxQuantity: isEditable(item) ? stockOf(item) : 0,
    })),
  )
  if (!quantities) return say(t('ordering.spread.parts', { count: sizes.length }))
  const byId = new Map(quantities.map((one) => [one.id, one.quantity]))
  set(chosen, row, (item) => byId.get(item.productId))
  const cut = quantities.filter(({ cutBy }) => cutBy !== undefined).length
  if (cut > 0) say(t('ordering.grid.cut', { count: cut }))
}

/** `qtyOf`: undefined leaves an item as it is. */
function set({ product, items }: Row, row: number, qtyOf: (item: ProductItem) => number | undefined): void {
  const filled = items.flatMap((item, column) => {
    const qty = item && isEditable(item) ? qtyOf(item) : undefined
    return item && qty !== undefined ? [{ at: { row, column }, product, item, qty }] : []
  })
  fillCells({ filled, beyond: 0, closed: 0, noNumbers: 0 })
}
