import { type ClipboardEvent, type KeyboardEvent, useEffect } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { t } from '#web/i18n.ts'
import { cellOf, inputAt, moveFocus } from '#web/ui/grid/cells.ts'
import { type CellPosition, cellAfter, type Move } from '#web/ui/grid/moves.ts'
import { GridSections } from './GridSections.tsx'
import { GridSummary } from './GridSummary.tsx'
import { GridTable } from './GridTable.tsx'
import { type Grid, gridOf, placeBlock, readBlock } from './gridModel.ts'
import { fillCells, isEditable, resetGrid, useGrid } from './gridStore.ts'
import classes from './ItemGrid.module.css'
import { useFits } from './useFits.ts'

/** A spreadsheet of colours by sizes and lots. Typed numbers go to the cart at once. */
export function ItemGrid({ products, shown }: { products: Product[]; shown: Product }) {
  const grid = gridOf(products)
  const isWide = useFits(grid)
  useEffect(() => {
    const start = editableCellAfter(gridOf(products), { row: 0, column: 0 }, 'start')
    useGrid.setState({ active: start })
    return resetGrid
  }, [products])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) =>
    // On phones, "down" goes to the next size of the same colour.
    moveFocus(event, (at, move) => editableCellAfter(grid, at, move === 'down' && !isWide ? 'onward' : move))
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const at = cellOf(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!at || text.trim() === '') return
    event.preventDefault()
    fillCells(placeBlock(readBlock(text), at, grid, isEditable))
    // Refocus to drop typed text and select the new value.
    const input = inputAt(event.currentTarget, at)
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
      <div onKeyDown={onKeyDown} onPaste={onPaste}>
        {isWide ? <GridTable grid={grid} /> : <GridSections grid={grid} shown={shown} />}
      </div>
      <p className={classes.legend}>{t('ordering.grid.legend')}</p>
      <GridSummary grid={grid} isWide={isWide} />
    </section>
  )
}

function editableCellAfter(grid: Grid, at: CellPosition, move: Move): CellPosition | undefined {
  const size = { rows: grid.rows.length, columns: grid.columns.length }
  return cellAfter(at, move, size, ({ row, column }) => {
    const item = grid.rows[row]?.items[column]
    return item !== undefined && isEditable(item)
  })
}
