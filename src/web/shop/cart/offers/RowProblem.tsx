import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import classes from '../page/CartLines.module.css'
import type { CartLine } from '../stored/cart.ts'
import { fixLines } from './lineChanges.ts'
import { kindsOf, type Problem, type ProblemKind } from './offers.ts'

type Props = { line: CartLine; problem: Problem }

/** Each thing that is wrong, with the button that fixes it. */
export function RowProblem({ line, problem }: Props) {
  // What is left is less than the minimum: one of the two is enough.
  const kinds = kindsOf(problem).filter((kind) => kind !== 'minimum' || problem.stock === undefined)
  return (
    <div className={classes.problems}>
      {kinds.map((kind) => (
        <p key={kind} className={classes.problem}>
          <span>
            <Message kind={kind} line={line} problem={problem} />
          </span>{' '}
          <button type="button" className={classes.fix} onClick={() => fixLines([kind], line.productId)}>
            {fixText(kind, line, problem)}
          </button>
        </p>
      ))}
    </div>
  )
}

function Message({
  kind,
  line,
  problem: { gone, prices, lots, minimum, stock },
}: Props & { kind: ProblemKind }) {
  if (gone) return t(`ordering.cart.gone.${gone}`, { brand: line.brandName })
  if (kind === 'minimum' && minimum) return t('product.minQty', { count: formatCount(minimum) })
  if (kind === 'prices' && prices) {
    return (
      <>
        {t('order.unitPrice')}: <Money amount={line.unitPrice} currency={line.priceCurrencyCode} /> <Arrow />{' '}
        <strong>
          <Money amount={prices.unitPrice} currency={prices.priceCurrencyCode} />
        </strong>
      </>
    )
  }
  if (kind === 'lots' && lots) {
    return (
      <>
        <bdi>{line.lotCode}</bdi>: {t('product.pieces', { count: line.piecesPerLot })} <Arrow />{' '}
        <strong>{t('product.pieces', { count: lots.piecesPerLot })}</strong> <bdi>{lots.lotDescription}</bdi>
      </>
    )
  }
  return (
    <>
      <bdi className="number">{formatCount(line.qty)}</bdi> <Arrow />{' '}
      {t('cart.onlyLeft', { count: stock ?? 0 })}
    </>
  )
}

function fixText(kind: ProblemKind, { inventory }: CartLine, { minimum = 0, stock = 0 }: Problem): string {
  if (kind === 'prices') return t('ordering.cart.takePrice')
  if (kind === 'lots') return t('ordering.cart.takeLot')
  if (kind === 'minimum' && minimum <= inventory) return t('cart.takeMinimum', { count: minimum })
  if (kind === 'stock' && stock > 0) return t('cart.takeLeft', { count: stock })
  return t('cart.remove')
}

export function Arrow() {
  return (
    <span className={classes.arrow} aria-hidden>
      →
    </span>
  )
}
