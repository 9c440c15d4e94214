import { amountOfLine } from '#shared/numbers/money.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { variantLabel } from '#web/sizes.ts'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { WhyText } from '#web/ui/WhyText.tsx'
import classes from './OrderLines.module.css'

type Line = OrderDetail['lines'][number]

export function OrderLines({ lines }: { lines: Line[] }) {
  return byProduct(lines).map((group) => {
    const [first] = group
    if (!first) return null
    return (
      <section
        key={`${first.itemCode} ${first.colorCode}`}
        className={classes.group}
        aria-label={`${first.itemDescription} ${first.colorDescription}`}
      >
        <div className={classes.photo}>
          <ProductPhoto of={first} />
        </div>
        <div>
          <h2 className={classes.name}>{first.itemDescription}</h2>
          <p className={classes.small}>
            <bdi>{first.itemCode}</bdi> · {first.colorDescription} <bdi>{first.colorCode}</bdi>
          </p>
          <ul className={classes.rows}>
            {group.map((line) => (
              <Row key={line.productId} line={line} />
            ))}
          </ul>
        </div>
      </section>
    )
  })
}

function Row({ line }: { line: Line }) {
  return (
    <li className={classes.row}>
      <span>
        <strong>
          <bdi>{variantLabel(line)}</bdi>
        </strong>
      </span>
      {line.lotCode && (
        <span className={classes.lot}>
          <bdi>{line.lotDescription}</bdi> · {t('product.pieces', { count: line.qty * line.piecesPerLot })}
        </span>
      )}
      <span className={classes.small}>
        <bdi className="number">
          {formatCount(line.qty)} × {formatMoney(line.unitPrice, line.priceCurrencyCode)}
        </bdi>
      </span>
      <strong className={classes.amount}>
        <Money amount={amountOfLine(line)} currency={line.priceCurrencyCode} />
      </strong>
      {line.listPrice !== undefined && (
        <span className={classes.why}>
          <WhyText line={line} />
        </span>
      )}
    </li>
  )
}

/** Items as ordered, variants in catalogue order, as in the order's documents. */
function byProduct(lines: Line[]): Line[][] {
  const groups = Map.groupBy(lines, ({ itemCode, colorCode }) => `${itemCode}\n${colorCode}`)
  return Array.from(groups.values(), (group) =>
    group.toSorted((one, other) => (one.sortOrder ?? 0) - (other.sortOrder ?? 0)),
  )
}
