import { t } from '#web/i18n.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { OfferPrice } from '../pricing/Price.tsx'
import { cheapestOf } from '../pricing/pricing.ts'
import { ColorPhoto, GridCell } from './GridCell.tsx'
import classes from './GridSections.module.css'
import { GridActions } from './GridSummary.tsx'
import type { Column, Grid, Row } from './gridModel.ts'
import { useGrid, useSums } from './gridStore.ts'
import { LotContent } from './LotContent.tsx'

/** The phone layout: one section per colour. */
export function GridSections({ grid }: { grid: Grid }) {
  return grid.rows.map((row, index) => (
    <ColorSection key={row.product.colorCode} grid={grid} row={row} index={index} />
  ))
}

function ColorSection({ grid, row, index }: { grid: Grid; row: Row; index: number }) {
  const { product, items } = row
  const isActive = useGrid(({ active }) => active?.row === index)
  const titleId = `color-${index}`
  const cells = grid.columns.flatMap((column, at) => {
    const item = items[at]
    return item ? [{ column, item, at }] : []
  })
  const cheapest = cheapestOf(product)
  const usual = cheapest && { product, item: cheapest }
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <ColorPhoto product={product} className={classes.thumbnail} />
        <div className={classes.what}>
          <h3 id={titleId} className={classes.color}>
            {product.colorDescription}
          </h3>
          <span className={classes.small}>
            <bdi>{product.colorCode}</bdi>
            {usual && (
              <>
                {' · '}
                <OfferPrice {...usual} />
              </>
            )}
          </span>
        </div>
        <SectionSum row={row} />
      </div>
      {[false, true].map((isLots) => (
        <ul key={String(isLots)} className={classes.cells} data-lots={isLots || undefined}>
          {cells
            .filter(({ column }) => (column.lot !== undefined) === isLots)
            .map(({ column, item, at }) => (
              <li key={column.key}>
                <CellHead column={column} />
                <GridCell
                  product={product}
                  item={item}
                  row={index}
                  column={at}
                  name={`${product.colorDescription} ${column.name}`}
                  usual={usual}
                />
              </li>
            ))}
        </ul>
      ))}
      {isActive && <GridActions grid={grid} />}
    </section>
  )
}

function CellHead({ column: { name, lot } }: { column: Column }) {
  return (
    <span className={classes.name} aria-hidden>
      <bdi>{name}</bdi>
      {lot && (
        <span className={classes.small}>
          {t('product.pieces', { count: lot.piecesPerLot })} <LotContent lot={lot} />
        </span>
      )}
    </span>
  )
}

function SectionSum({ row: { product } }: { row: Row }) {
  const { pieces, totals } = useSums(
    (line) => line.itemCode === product.itemCode && line.colorCode === product.colorCode,
  )
  return pieces > 0 ? (
    <div className={classes.sum}>
      <strong>{t('product.pieces', { count: pieces })}</strong>
      <Totals totals={totals} />
    </div>
  ) : null
}
