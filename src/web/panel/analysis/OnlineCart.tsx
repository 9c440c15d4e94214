import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OnlineCartLine } from '#shared/analysis.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import classes from './OnlineCart.module.css'

type Props = { userId: string; changedAt: string; label: string }

/** Refetched when the cart changes. */
export function OnlineCart({ userId, changedAt, label }: Props) {
  const cart = useQuery({
    queryKey: ['onlineCart', userId, changedAt],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetOnlineCart', { userId }, { signal, isQuiet: true })).data,
    placeholderData: keepPreviousData,
  })
  const name = t('panel.online.cartOf', { name: label })
  return (
    <>
      {cart.error && <Failure error={cart.error} onRetry={() => void cart.refetch()} />}
      {cart.isPending && <Skeleton height={120} radius="md" />}
      {cart.data && (
        // Focusable, to scroll long carts by keyboard.
        <div className={classes.frame} tabIndex={0} role="group" aria-label={name}>
          <ul className={classes.lines} aria-label={name}>
            {cart.data.lines.map((line) => (
              <CartLine key={line.productId} line={line} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function CartLine({ line }: { line: OnlineCartLine }) {
  const { qty, piecesPerLot, unitPrice, currency } = line
  return (
    <li className={classes.line}>
      <span className={classes.photo}>
        <ProductPhoto of={line} />
      </span>
      <span className={classes.what}>
        <b>{line.itemDescription}</b> <bdi className={classes.soft}>{line.itemCode}</bdi>
        <br />
        <span className={classes.soft}>
          {line.colorDescription || line.colorCode} ·{' '}
          <bdi>{line.itemDim1Code || `${line.lotCode} (${line.lotDescription})`}</bdi>
        </span>
      </span>
      <span className={classes.qty}>
        {t('panel.online.units', { count: qty, number: formatCount(qty) })}
        {piecesPerLot > 1 && (
          <span className={classes.soft}> · {t('product.pieces', { count: qty * piecesPerLot })}</span>
        )}
        <span className={classes.soft}>
          {' × '}
          <Money amount={unitPrice} currency={currency} />
        </span>
      </span>
      <b className={classes.amount}>
        <Money amount={qty * unitPrice} currency={currency} />
      </b>
    </li>
  )
}
