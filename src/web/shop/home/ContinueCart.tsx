import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { Totals } from '#web/ui/Totals.tsx'
import { useCart } from '../cart/stored/cartStore.ts'
import { totalPieces, totalsOf } from '../cart/totals/totals.ts'
import { usePricesPending, usePricing } from '../pricing/pricing.ts'
import classes from './Continue.module.css'
import home from './HomePage.module.css'

const maxPhotos = 4

/** The way back to an open cart that has something in it. */
export function ContinueCart() {
  const cart = useCart()
  const pricing = usePricing((state) => state.pricing)
  const isPending = usePricesPending()
  if (cart.lines.length === 0) return null
  const lines = pricing?.priced(cart) ?? cart.lines
  const products = [
    ...new Map(cart.lines.map((line) => [`${line.itemCode} ${line.colorCode}`, line])).values(),
  ]
  return (
    <section className={home.shelf}>
      <h2 className={home.title}>{t('home.continue')}</h2>
      <Link to="/cart" className={classes.card}>
        <span className={classes.photos}>
          {products.slice(0, maxPhotos).map((line) => (
            <ProductPhoto key={line.productId} of={line} />
          ))}
        </span>
        <span className={classes.what}>
          <strong>{t('ordering.cart.found', { count: cart.lines.length })}</strong>
          <span className={classes.small}>{t('product.pieces', { count: totalPieces(lines) })}</span>
        </span>
        <span className={classes.sum}>{!isPending && <Totals totals={totalsOf(lines)} />}</span>
      </Link>
    </section>
  )
}
