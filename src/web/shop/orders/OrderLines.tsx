import { amountOfLine, fromMinor, minor, toMinor } from '#shared/numbers/money.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { variantLabel } from '#web/sizes.ts'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { WhyText } from '#web/ui/WhyText.tsx'
import { RenderWhenNear } from '../cart/page/RenderWhenNear.tsx'
import classes from './OrderLines.module.css'

type Line = OrderDetail['lines'][number]

const sectionHeightPx = 120
const firstSections = 6

export function OrderLines({ lines }: { lines: Line[] }) {
  return byProduct(lines).map((group, index) => {
    const [first] = group
    if (!first) return null
    return (
      <RenderWhenNear
        key={`${first.itemCode} ${first.colorCode}`}
        estimatedHeightPx={sectionHeightPx}
        isAtTop={index < firstSections}
      >
        <section className={classes.group} aria-label={`${first.itemDescription} ${first.colorDescription}`}>
          <div className={classes.photo}>
            <ProductPhoto of={first} />
          </div>
          <div>
            <h2 className={classes.name}>{first.itemDescription}</h2>
            <p className={classes.small}>
              <bdi>{first.itemCode}</bdi> · {first.colorDescription} <bdi>{first.colorCode}</bdi>
            </p>
            <ul className={classes.rows}>
              {byPrice(group).map((alike) => (
                <Row key={alike[0].productId} lines={alike} />
              ))}
            </ul>
          </div>
        </section>
      </RenderWhenNear>
    )
  })
}

/** Sizes and lots of one price, with how that came about. */
function Row({ lines }: { lines: [Line, ...Line[]] }) {
  const [first] = lines
  const qty = lines.reduce((sum, line) => sum + line.qty, 0)
  const amount = fromMinor(minor(lines.reduce((sum, line) => sum + toMinor(amountOfLine(line)), 0)))
  return (
    <li className={classes.row}>
      <span className={classes.sizes}>
        {lines.map((line) => (
          <span key={line.productId} className={classes.size}>
            <strong>
              <bdi>{variantLabel(line)}</bdi>
            </strong>{' '}
            {formatCount(line.qty)}
          </span>
        ))}
      </span>
      {first.lotCode && (
        <span className={classes.lot}>
          {lines.map((line) => (
            <span key={line.productId}>
              <bdi>{line.lotDescription}</bdi> ·{' '}
              {t('product.pieces', { count: line.qty * line.piecesPerLot })}
            </span>
          ))}
        </span>
      )}
      <span className={classes.small}>
        <bdi className="number">
          {formatCount(qty)} × {formatMoney(first.unitPrice, first.priceCurrencyCode)}
        </bdi>
      </span>
      <strong className={classes.amount}>
        <Money amount={amount} currency={first.priceCurrencyCode} />
      </strong>
      {first.listPrice !== undefined && (
        <span className={classes.why}>
          <WhyText line={first} />
        </span>
      )}
    </li>
  )
}

/** Lines of the same price, made in the same way; lots apart from sizes. */
function byPrice(lines: Line[]): [Line, ...Line[]][] {
  const keyOf = ({ unitPrice, priceCurrencyCode, listPrice, priceSteps, lotCode }: Line) =>
    JSON.stringify([unitPrice, priceCurrencyCode, listPrice, priceSteps, lotCode !== ''])
  return [...Map.groupBy(lines, keyOf).values()] as [Line, ...Line[]][]
}

/** Items as ordered, variants in catalogue order, as in the order's documents. */
function byProduct(lines: Line[]): Line[][] {
  const groups = Map.groupBy(lines, ({ itemCode, colorCode }) => `${itemCode}\n${colorCode}`)
  return Array.from(groups.values(), (group) =>
    group.toSorted((one, other) => (one.sortOrder ?? 0) - (other.sortOrder ?? 0)),
  )
}
