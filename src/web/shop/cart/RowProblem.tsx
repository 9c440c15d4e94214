import type { ReactNode } from 'react'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import classes from './CartLines.module.css'
import type { CartLine } from './cart.ts'
import { fixLines } from './lineChanges.ts'
import type { Problem } from './offers.ts'

export function RowProblem({ line, problem }: { line: CartLine; problem: Problem }) {
  const { gone, newUnitPrice, newPriceCurrencyCode = '', newLot, minQty, left } = problem
  return (
    <div className={classes.problems}>
      {gone && (
        <p className={classes.problem}>
          {t(`ordering.cart.gone.${gone}`, { brand: line.brandName })}{' '}
          <Fix onClick={() => fixLines(['gone'], line.productId)}>{t('cart.remove')}</Fix>
        </p>
      )}
      {newUnitPrice !== undefined && (
        <p className={classes.problem}>
          <span>
            {t('order.unitPrice')}: <Money amount={line.unitPrice} currency={line.priceCurrencyCode} />{' '}
            <Arrow />{' '}
            <strong>
              <Money amount={newUnitPrice} currency={newPriceCurrencyCode} />
            </strong>
          </span>{' '}
          <Fix onClick={() => fixLines(['prices'], line.productId)}>{t('ordering.cart.takePrice')}</Fix>
        </p>
      )}
      {newLot && (
        <p className={classes.problem}>
          <span>
            <bdi>{line.lotCode}</bdi>: {t('product.pieces', { count: line.piecesPerLot })} <Arrow />{' '}
            <strong>{t('product.pieces', { count: newLot.piecesPerLot })}</strong>{' '}
            <bdi>{newLot.lotDescription}</bdi>
          </span>{' '}
          <Fix onClick={() => fixLines(['lots'], line.productId)}>{t('ordering.cart.takeLot')}</Fix>
        </p>
      )}
      {minQty !== undefined && left === undefined && (
        <p className={classes.problem}>
          <span>{t('product.minQty', { count: formatCount(minQty) })}</span>{' '}
          <Fix onClick={() => fixLines(['minimum'], line.productId)}>
            {minQty > line.inventory ? t('cart.remove') : t('cart.takeMinimum', { count: minQty })}
          </Fix>
        </p>
      )}
      {left !== undefined && (
        <p className={classes.problem}>
          <span>
            <bdi className="number">{formatCount(line.qty)}</bdi> <Arrow />{' '}
            {t('cart.onlyLeft', { count: left })}
          </span>{' '}
          <Fix onClick={() => fixLines(['stock'], line.productId)}>
            {left > 0 ? t('cart.takeLeft', { count: left }) : t('cart.remove')}
          </Fix>
        </p>
      )}
    </div>
  )
}

function Arrow() {
  return (
    <span className={classes.arrow} aria-hidden>
      →
    </span>
  )
}

function Fix({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.fix} onClick={onClick}>
      {children}
    </button>
  )
}
