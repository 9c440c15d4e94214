import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import type { Product } from '#shared/catalogue.ts'
import { direction, t } from '#web/i18n.ts'
import { type CellPosition, cellAfter, moveOf } from '#web/ui/grid/moves.ts'
import { useIsWide } from '../useIsWide.ts'
import { GridSections } from './GridSections.tsx'
import { GridSummary } from './GridSummary.tsx'
import { GridTable } from './GridTable.tsx'
import { type Grid, gridOf } from './gridModel.ts'
import { fillCells, isEditable, resetGrid, useGrid } from './gridStore.ts'
import classes from './ItemGrid.module.css'
import { placeBlock, readBlock } from './paste.ts'

/** A spreadsheet of colours by sizes and lots. Typed numbers go to the cart at once. */
export function ItemGrid({ products }: { products: Product[] }) {
  const isWide = useIsWide()
  const cells = useRef<HTMLDivElement>(null)
  const grid = gridOf(products)
  useEffect(() => {
    const start = editableCellAfter(gridOf(products), { row: 0, column: 0 }, 'start')
    useGrid.setState({ active: start })
    return resetGrid
  }, [products])

  const onKeyDown = (event: KeyboardEvent) => {
    const at = positionOf(event.target)
    const move = at && moveOf(event, direction)
    if (!at || !move) return
    // On phones, "down" goes to the next size of the same colour.
    const target = editableCellAfter(grid, at, move === 'down' && !isWide ? 'onward' : move)
    // Tab leaves the grid after the last cell.
    if (target || event.key !== 'Tab') event.preventDefault()
    if (target) inputAt(cells.current, target)?.focus()
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.target.select()
  }
  const onPaste = (event: ClipboardEvent) => {
    const at = positionOf(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!at || text.trim() === '') return
    event.preventDefault()
    fillCells(placeBlock(readBlock(text), at, grid, isEditable))
    // Refocus to drop typed text and select the new value.
    const input = inputAt(cells.current, at)
    input?.blur()
    input?.focus()
  }
  return (
    <section aria-labelledby="grid-title" className={classes.grid}>
      <h2 id="grid-title" className={classes.title}>
        {t('ordering.grid.title')}
      </h2>
      <p className={classes.hint}>{t(isWide ? 'ordering.grid.hint' : 'ordering.grid.hintPhone')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the fields within */}
      <div ref={cells} onKeyDown={onKeyDown} onPaste={onPaste}>
        {isWide ? <GridTable grid={grid} /> : <GridSections grid={grid} />}
      </div>
      <p className={classes.legend}>{t('ordering.grid.legend')}</p>
      <GridSummary grid={grid} isWide={isWide} />
    </section>
  )
}

function editableCellAfter(
  grid: Grid,
  at: CellPosition,
  move: Parameters<typeof cellAfter>[1],
): CellPosition | undefined {
  const size = { rows: grid.rows.length, columns: grid.columns.length }
  return cellAfter(at, move, size, ({ row, column }) => {
    const item = grid.rows[row]?.items[column]
    return item !== undefined && isEditable(item)
  })
}

function positionOf(element: EventTarget): CellPosition | undefined {
  const [row, column] = (element instanceof HTMLElement ? element.dataset.at : undefined)?.split(' ') ?? []
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) }
}

function inputAt(cells: HTMLElement | null, { row, column }: CellPosition): HTMLInputElement | null {
  return cells?.querySelector<HTMLInputElement>(`[data-at="${row} ${column}"]`) ?? null
}
