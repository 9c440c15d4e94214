import { create } from 'zustand'
import type { Product, ProductItem } from '#shared/catalogue.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { type At } from '#web/ui/grid/moves.ts'
import { availableQty } from '../cart/cart.ts'
import { setManyQty, useCart } from '../cart/cartStore.ts'
import { undoInCart } from '../cart/undoInCart.ts'
import { type Grid, priceOf, qtyIn } from './gridModel.ts'
import type { Filled, Placed } from './paste.ts'

type GridState = {
  /** The cell that Tab comes to, and that the actions are about. */
  active: At | undefined
  /** Cells, by productId, whose number was more than the stock, which it was set to. */
  cut: Record<string, number>
  /** What was not done as it was asked for, in words. */
  said: string
}

/** What the grid of an item remembers beside the cart. */
export const useGrid = create<GridState>(() => ({ active: undefined, cut: {}, said: '' }))

export const resetGrid = () => useGrid.setState({ active: undefined, cut: {}, said: '' })

/** How many of a size or lot can be ordered now. */
export const stockOf = ({ productId, inventory }: ProductItem) =>
  availableQty(useCart.getState(), productId, inventory)

/** Whether something can be typed: it has stock and a price, or is in the cart already and may have to come out. */
export function isOpen(item: ProductItem): boolean {
  return (
    (stockOf(item) > 0 && priceOf(item) !== undefined) || qtyIn(useCart.getState().lines, item.productId) > 0
  )
}

/** Puts a typed quantity into the cart; false where the cart is locked. */
export function setCell(product: Product, item: ProductItem, qty: number, name: string): boolean {
  if (!setManyQty([{ product, item, qty }])) return false
  const stock = stockOf(item)
  if (qty > stock) {
    useGrid.setState(({ cut }) => ({
      cut: { ...cut, [item.productId]: stock },
      said: t('ordering.grid.cutAt', { cell: name, count: formatCount(stock) }),
    }))
  } else if (useGrid.getState().cut[item.productId] !== undefined) {
    useGrid.setState(({ cut }) => ({
      cut: Object.fromEntries(Object.entries(cut).filter(([id]) => id !== item.productId)),
      said: '',
    }))
  }
  return true
}

/** Puts many quantities into the cart at once, says what became of them, and lets them be taken back. */
export function fillCells({ filled, beyond, closed, noNumbers }: Placed): void {
  const { lines } = useCart.getState()
  const before = filled.map((cell) => ({ ...cell, qty: qtyIn(lines, cell.item.productId) }))
  if (filled.length > 0 && !setManyQty(filled)) return
  const over = filled.filter(({ item, qty }) => qty > stockOf(item))
  const problems = [
    over.length > 0 && t('ordering.grid.cut', { count: over.length }),
    beyond > 0 && t('ordering.grid.beyond', { count: beyond }),
    closed > 0 && t('ordering.grid.closed', { count: closed }),
    noNumbers > 0 && t('ordering.grid.noNumbers', { count: noNumbers }),
  ].filter((said) => said !== false)
  useGrid.setState({
    cut: Object.fromEntries(over.map(({ item }) => [item.productId, stockOf(item)])),
    said: problems.join(' '),
  })
  if (filled.length > 0) {
    notifyDone(
      t('ordering.grid.filled', { count: filled.length }),
      undoInCart(() => {
        setManyQty(before)
        useGrid.setState({ cut: {}, said: '' })
      }),
    )
  }
}

/** The number of the active cell in all sizes, or all lots, of its colour. */
export function fillRow({ rows, columns }: Grid, { row, column }: At): void {
  const source = rows[row]
  const item = source?.items[column]
  if (!source || !item) return
  const qty = qtyIn(useCart.getState().lines, item.productId)
  const isLot = columns[column]?.lot !== undefined
  fillCells(
    placedOf(
      source.items.flatMap((other, at) =>
        other && (columns[at]?.lot !== undefined) === isLot
          ? [{ at: { row, column: at }, product: source.product, item: other, qty }]
          : [],
      ),
    ),
  )
}

/** What one colour has, in all the others. */
export function fillColors({ rows }: Grid, from: number): void {
  const { lines } = useCart.getState()
  const source = rows[from]
  const wanted = rows.flatMap(({ product, items }, row) =>
    items.flatMap((item, column) => {
      const model = source?.items[column]
      if (!item || !model || row === from) return []
      return [{ at: { row, column }, product, item, qty: qtyIn(lines, model.productId) }]
    }),
  )
  fillCells(placedOf(wanted))
}

/** Takes all colours and sizes of the item out of the cart. */
export function emptyGrid({ rows }: Grid): void {
  const { lines } = useCart.getState()
  const filled = rows.flatMap(({ product, items }, row) =>
    items.flatMap((item, column) =>
      item && qtyIn(lines, item.productId) > 0 ? [{ at: { row, column }, product, item, qty: 0 }] : [],
    ),
  )
  fillCells(placedOf(filled))
}

/** Of all cells those that are open; the others are counted where something was to go into them. */
function placedOf(wanted: Filled[]): Placed {
  const filled = wanted.filter(({ item }) => isOpen(item))
  const closed = wanted.filter((cell) => cell.qty > 0 && !filled.includes(cell)).length
  return { filled, beyond: 0, closed, noNumbers: 0 }
}
