import type { Product } from '#shared/catalogue/catalogue.ts'
import { t } from '#web/i18n.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import classes from './StockMark.module.css'

/** Whether all, some or none of the sizes are in stock. */
export function StockMark({ product: { items } }: { product: Product }) {
  const isSeason = useCart((cart) => cart.orderType === 'Season')
  const left = items.filter(({ inventory }) => inventory > 0).length
  if (isSeason && left > 0) return null
  if (left === 0)
    return (
      <span className={classes.stock} data-none>
        ○ {t('product.noStock')}
      </span>
    )
  const text = t(left === items.length ? 'product.allInStock' : 'product.someInStock')
  return (
    <span className={classes.stock} role="img" aria-label={text} title={text}>
      {left === items.length ? '●' : '◐'}
    </span>
  )
}
