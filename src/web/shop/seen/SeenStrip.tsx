import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { Money } from '#web/ui/Money.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { useProductPrice } from '../pricing/pricing.ts'
import classes from './SeenStrip.module.css'
import { forgetSeen, readSeen } from './seen.ts'

/** Recently seen products at today's prices. `onEmpty`: none is left. */
export function SeenStrip({ onEmpty }: { onEmpty: () => void }) {
  const [seen] = useState(readSeen)
  const currAccCode = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const orderType = useCart((cart) => cart.orderType)
  const ids = seen.map(({ productId }) => productId)
  const products = useQuery({
    queryKey: ['seen', userId, { ids, currAccCode, orderType }],
    queryFn: async ({ signal }) =>
      (await api.post('/api/Shop/GetProductsByIds', { ids, currAccCode, orderType }, { signal })).data,
  })
  const isEmpty = products.data?.length === 0
  useEffect(() => {
    // None is offered any more.
    if (isEmpty) onEmpty()
  }, [isEmpty, onEmpty])
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('ordering.seen.title')}</h2>
        <button
          type="button"
          className={classes.clear}
          aria-label={t('ordering.seen.clear')}
          onClick={() => {
            forgetSeen()
            onEmpty()
          }}
        >
          {t('action.clear')}
        </button>
      </div>
      <p className={classes.note}>{t('tax.pricesWithout')}</p>
      {products.error ? (
        <Failure error={products.error} onRetry={() => void products.refetch()} />
      ) : (
        <ul className={classes.strip}>
          {products.data
            ? products.data.map((product) => (
                <li key={`${product.itemCode} ${product.colorCode}`} className={classes.cell}>
                  <SeenCard product={product} />
                </li>
              ))
            : seen.map(({ productId }) => <li key={productId} className={classes.cell} aria-hidden="true" />)}
        </ul>
      )}
    </section>
  )
}

function SeenCard({ product }: { product: Product }) {
  const { itemCode, colorCode, itemDescription, colorDescription, currencyCode } = product
  const price = useProductPrice(product)
  return (
    <Link
      to="/shop/items/$itemCode"
      params={{ itemCode }}
      search={{ color: colorCode }}
      className={classes.card}
    >
      <ProductPhoto of={product} />
      <span className={classes.name}>{itemDescription}</span>
      <span className={classes.small}>{colorDescription}</span>
      {price !== undefined && currencyCode && (
        <span className={classes.price}>
          <Money amount={price} currency={currencyCode} />
        </span>
      )}
    </Link>
  )
}
