import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import type { Money } from '#shared/orders/orders.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { type CellPosition } from '#web/ui/grid/moves.ts'
import { setManyQty } from '../cart/lines/changeManyLines.ts'
import { availableQty, type CartLine } from '../cart/stored/cart.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { undoInCart } from '../cart/stored/undoInCart.ts'
import { totalPieces, totalsOf } from '../cart/totals/totals.ts'
import { usePricesPending, usePricing } from '../pricing/pricing.ts'
import { type FilledCell, type Grid, type PlacedBlock, priceOf, qtyIn } from './gridModel.ts'

type GridState = {
  /** For Tab and the actions. */
  active: CellPosition | undefined
  /** By productId: the stock that a larger number was reduced to. */
  reducedTo: Record<string, number>
  /** A message about what could not be done. */
  message: string
}

export const useGrid = create<GridState>(() => ({ active: undefined, reducedTo: {}, message: '' }))

export const resetGrid = () => useGrid.setState({ active: undefined, reducedTo: {}, message: '' })

export const stockOf = ({ productId, inventory }: ProductItem) =>
  availableQty(useCart.getState(), productId, inventory)

/** Has stock and a price, or is in the cart and may have to be removed. */
export function isEditable(item: ProductItem): boolean {
  return (
    (stockOf(item) > 0 && priceOf(item) !== undefined) || qtyIn(useCart.getState().lines, item.productId) > 0
  )
}

/** Returns false while the cart is locked. */
export function setCell(product: Product, item: ProductItem, qty: number, name: string): boolean {
  if (!setManyQty([{ product, item, qty }])) return false
  const stock = stockOf(item)
  if (qty > stock) {
    useGrid.setState(({ reducedTo }) => ({
      reducedTo: { ...reducedTo, [item.productId]: stock },
      message: t('ordering.grid.cutAt', { cell: name, count: formatCount(stock) }),
    }))
  } else if (useGrid.getState().reducedTo[item.productId] !== undefined) {
    useGrid.setState(({ reducedTo }) => ({
      reducedTo: Object.fromEntries(Object.entries(reducedTo).filter(([id]) => id !== item.productId)),
      message: '',
    }))
  }
  return true
}

/** Sets many quantities, reports the result and offers undo. */
export function fillCells({ filled, beyond, closed, noNumbers }: PlacedBlock): void {
  const { lines } = useCart.getState()
  const before = filled.map((cell) => ({ ...cell, qty: qtyIn(lines, cell.item.productId) }))
  if (filled.length > 0 && !setManyQty(filled)) return
  const overStock = filled.filter(({ item, qty }) => qty > stockOf(item))
  const problems = [
    overStock.length > 0 && t('ordering.grid.cut', { count: overStock.length }),
    beyond > 0 && t('ordering.grid.beyond', { count: beyond }),
    closed > 0 && t('ordering.grid.closed', { count: closed }),
    noNumbers > 0 && t('ordering.grid.noNumbers', { count: noNumbers }),
  ].filter((problem) => problem !== false)
  useGrid.setState({
    reducedTo: Object.fromEntries(overStock.map(({ item }) => [item.productId, stockOf(item)])),
    message: problems.join(' '),
  })
  if (filled.length > 0) {
    notifyDone(
      t('ordering.grid.filled', { count: filled.length }),
      undoInCart(() => {
        setManyQty(before)
        useGrid.setState({ reducedTo: {}, message: '' })
      }),
    )
  }
}

/** Copies the active cell to all sizes, or all lots, of its colour. */
export function fillRow(grid: Grid, { row, column }: CellPosition): void {
  const { rows, columns } = grid
  const source = rows[row]?.items[column]
  if (!source) return
  const qty = qtyIn(useCart.getState().lines, source.productId)
  const isLot = (at: number) => columns[at]?.lot !== undefined
  fillWith(grid, (at) => (at.row === row && isLot(at.column) === isLot(column) ? qty : undefined))
}

/** Copies one colour's quantities to the others. */
export function fillColors(grid: Grid, from: number): void {
  const { lines } = useCart.getState()
  fillWith(grid, ({ row, column }) => {
    const model = grid.rows[from]?.items[column]
    return model && row !== from ? qtyIn(lines, model.productId) : undefined
  })
}

export function emptyGrid(grid: Grid): void {
  const { lines } = useCart.getState()
  fillWith(grid, (_, item) => (qtyIn(lines, item.productId) > 0 ? 0 : undefined))
}

/** Fills editable cells, where `qtyFor` answers a number, and counts the others that would get one. */
function fillWith({ rows }: Grid, qtyFor: (at: CellPosition, item: ProductItem) => number | undefined): void {
  const cells = rows.flatMap(({ product, items }, row) =>
    items.flatMap((item, column): FilledCell[] => {
      const at = { row, column }
      const qty = item && qtyFor(at, item)
      return item && qty !== undefined ? [{ at, product, item, qty }] : []
    }),
  )
  const filled = cells.filter(({ item }) => isEditable(item))
  const closed = cells.filter((cell) => cell.qty > 0 && !filled.includes(cell)).length
  fillCells({ filled, beyond: 0, closed, noNumbers: 0 })
}

/** Sums of the matching cart lines; redraws only when one of them changes. */
export function useSums(isIncluded: (line: CartLine) => boolean): { pieces: number; totals: Money[] } {
  const pricing = usePricing((state) => state.pricing)
  const lines = useCart(useShallow((cart) => (pricing?.priced(cart) ?? cart.lines).filter(isIncluded)))
  return { pieces: totalPieces(lines), totals: usePricesPending() ? [] : totalsOf(lines) }
}
