import type { Product } from '#shared/catalogue/catalogue.ts'
import { t } from '#web/i18n.ts'
import { Totals } from '#web/ui/Totals.tsx'
import { OfferPrice } from '../pricing/Price.tsx'
import { cheapestOf, type Offer, useOfferPrice } from '../pricing/pricing.ts'
import { ColorPhoto, GridCell } from './GridCell.tsx'
import classes from './GridSections.module.css'
import { GridActions } from './GridSummary.tsx'
import { type Column, type Grid, isSamePrice, priceOf, type Row } from './gridModel.ts'
import { useGrid, useSums } from './gridStore.ts'
import { LotContent } from './LotContent.tsx'

/** The phone layout: one section per colour. */
export function GridSections({ grid, shown }: { grid: Grid; shown: Product }) {
  return grid.rows.map((row, index) => (
    <ColorSection key={row.product.colorCode} grid={grid} row={row} index={index} shown={shown} />
  ))
}

type SectionProps = { grid: Grid; row: Row; index: number; shown: Product }

function ColorSection({ grid, row, index, shown }: SectionProps) {
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
            {usual && <OwnPrice offer={usual} shown={shown} />}
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

/** The price of a colour, where it is not the one at the top of the page. */
function OwnPrice({ offer, shown }: { offer: Offer; shown: Product }) {
  const top = cheapestOf(shown) ?? offer.item
  const prices = [useOfferPrice(offer), useOfferPrice({ product: shown, item: top })]
  if (prices[0] === prices[1] && isSamePrice(priceOf(offer.item), priceOf(top))) return null
  return (
    <>
      {' · '}
      <OfferPrice {...offer} />
    </>
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
