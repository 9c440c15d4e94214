import type { LineBefore } from '#shared/orders/holds.ts'
import { formatCount, formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { variantLabel } from '#web/sizes.ts'
import classes from './OfferedChanges.module.css'

type Line = {
  productId: string
  itemCode: string
  itemDescription: string
  colorDescription: string
  itemDim1Code: string
  lotCode: string
  qty: number
  unitPrice: number
  priceCurrencyCode: string
}

/** What the office changed in a held order: each line that was, and is, different. */
export function OfferedChanges({ before, lines }: { before: LineBefore[]; lines: Line[] }) {
  const now = new Map(lines.map((line) => [line.productId, line]))
  const was = new Map(before.map((line) => [line.productId, line]))
  const changed = [
    ...before.map((line) => ({ was: line, is: now.get(line.productId), name: nameOf(line, now) })),
    ...lines
      .filter(({ productId }) => !was.has(productId))
      .map((line) => ({ was: undefined, is: line, name: nameOf({ ...line, name: '' }, now) })),
  ].filter(({ was: one, is }) => one?.qty !== is?.qty || one?.unitPrice !== is?.unitPrice)
  return (
    <ul className={classes.changes}>
      {changed.map(({ was: one, is, name }) => (
        <li key={one?.productId ?? is?.productId}>
          <bdi>{name}</bdi>
          <span className={classes.numbers}>
            <del>{sideOf(one)}</del> <ins>{sideOf(is)}</ins>
          </span>
        </li>
      ))}
    </ul>
  )
}

function nameOf({ productId, name }: { productId: string; name: string }, now: Map<string, Line>): string {
  const line = now.get(productId)
  return line ? `${line.itemDescription} ${line.colorDescription} ${variantLabel(line)}` : name
}

type Side = Pick<Line, 'qty' | 'unitPrice' | 'priceCurrencyCode'>

const sideOf = (side: Side | undefined) =>
  side
    ? `${formatCount(side.qty)} × ${formatMoney(side.unitPrice, side.priceCurrencyCode)}`
    : t('hold.noLine')
