import { Button } from '@mantine/core'
import { IconCopyPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { OrderRow } from '#shared/orders/orders.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import classes from './OrderCard.module.css'
import { OrderState } from './OrderState.tsx'

type Props = { order: OrderRow; withCustomer: boolean; isBusy: boolean; onCopy: () => void }

/** An order with its pictures; as wide as there is room. */
export function OrderCard({ order, withCustomer, isBusy, onCopy }: Props) {
  const { guidKey, orderNumber, pictures = [], brands = [], brandCount } = order
  const names = brands.map(({ brandName }) => brandName)
  if (brandCount > names.length) names.push('…')
  return (
    <li className={classes.place}>
      <div className={classes.card}>
        <div className={classes.photos}>
          {pictures.map((product) => (
            <ProductPhoto key={`${product.itemCode} ${product.colorCode}`} of={product} />
          ))}
        </div>
        <div className={classes.what}>
          <Link to="/cart/$guidKey" params={{ guidKey }} className={classes.number}>
            <bdi className="number">{orderNumber}</bdi>
            {order.customerOrderNumber && (
              <>
                {' · '}
                <bdi>{order.customerOrderNumber}</bdi>
              </>
            )}
          </Link>
          <span className={classes.small}>{formatDateTime(order.orderDate)}</span>
          {withCustomer && <span className={classes.customer}>{order.customer}</span>}
          <span className={classes.small}>{names.join(', ')}</span>
        </div>
        <div className={classes.states}>
          <span className={classes.small}>{t(`orderType.short.${order.orderType}`)}</span>
          <OrderState order={order} />
        </div>
        <div className={classes.sums}>
          <strong>
            <Totals totals={order.totals} />
          </strong>
          <span className={classes.small}>{t('ordering.cart.unitCount', { count: order.qty })}</span>
        </div>
        <Button
          variant="default"
          size="sm"
          className={classes.again}
          leftSection={<IconCopyPlus size={18} aria-hidden />}
          loading={isBusy}
          aria-label={t('ordering.orders.againLabel', { number: orderNumber })}
          onClick={onCopy}
        >
          {t('ordering.orders.again')}
        </Button>
      </div>
    </li>
  )
}
