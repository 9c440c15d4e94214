import { t } from '#web/i18n.ts'
import { variantLabel } from '#web/sizes.ts'
import { Money } from '#web/ui/Money.tsx'
import { useCart } from '../cart/stored/cartStore.ts'
import classes from './LostPrices.module.css'
import { usePricing } from './pricing.ts'

const maxListed = 10

/** Prices of an amended order whose conditions it no longer meets because of its buyer's latest changes. */
export function LostPrices() {
  const pricing = usePricing((state) => state.pricing)
  const lost = useCart((cart) => pricing?.lost(cart))
  if (!lost?.length) return null
  return (
    <div className={classes.lost} role="status">
      <strong>{t('cart.pricesLost')}</strong>
      <ul>
        {lost.slice(0, maxListed).map(({ line, was, now }) => (
          <li key={line.productId}>
            <bdi>{`${line.itemCode} ${line.colorCode} ${variantLabel(line)}`}</bdi>:{' '}
            <del>
              <Money amount={was} currency={line.priceCurrencyCode} />
            </del>{' '}
            <Money amount={now} currency={line.priceCurrencyCode} />
          </li>
        ))}
        {lost.length > maxListed && <li>{t('ordering.order.more', { count: lost.length - maxListed })}</li>}
      </ul>
    </div>
  )
}
