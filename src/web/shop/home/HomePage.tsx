import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ShopHome } from '#shared/catalogue.ts'
import { api } from '#web/api.ts'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { useOrdersForOthers, useViewedAccount } from '../account.ts'
import { OrderTypeChoice } from '../OrderTypeChoice.tsx'
import classes from './HomePage.module.css'

// Only staff choose a customer.
const CustomerSelect = lazy(async () => ({ default: (await import('../CustomerSelect.tsx')).CustomerSelect }))

export function HomePage() {
  const account = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const ordersForOthers = useOrdersForOthers()
  const home = useQuery({
    queryKey: ['home', userId, account],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetShopHome', { currAccCode: account }, { signal })).data,
  })
  return (
    <>
      <div className={classes.choices}>
        <OrderTypeChoice />
        {ordersForOthers && (
          <Suspense fallback={<Skeleton height={36} />}>
            <CustomerSelect />
          </Suspense>
        )}
      </div>
      {home.error && <Failure error={home.error} onRetry={() => void home.refetch()} />}
      {home.isPending && <Loading />}
      {home.data && <Shelves home={home.data} />}
    </>
  )
}

/** Brands and categories, or one of them, as the tenant's homeVisibleType says. */
function Shelves({ home }: { home: ShopHome }) {
  const { homeVisibleType } = settings
  const roots = home.categories.filter((category) => !category.parentId)
  if (home.brands.length === 0) {
    return <Empty title={t('home.emptyTitle')}>{t('home.emptyText')}</Empty>
  }
  return (
    <>
      {homeVisibleType !== 1 && (
        <section>
          <Title order={1} size="h3" mb="md">
            {t('home.brands')}
          </Title>
          <div className={classes.brands}>
            {home.brands.map((brand) => (
              <Link
                key={brand.brandId}
                to="/shop/products"
                search={{ brandId: brand.brandId }}
                className={classes.tile}
              >
                <Picture image={brand.image} />
                <TileName name={brand.brandName} count={brand.productCount} />
              </Link>
            ))}
          </div>
        </section>
      )}
      {homeVisibleType !== 0 && (
        <section>
          <Title
            order={homeVisibleType === 1 ? 1 : 2}
            size="h3"
            mb="md"
            mt={homeVisibleType === 1 ? 0 : 'xl'}
          >
            {t('home.categories')}
          </Title>
          <div className={classes.categories}>
            {roots.map((root) => (
              <div key={root.categoryId} className={classes.tile}>
                <Link to="/shop/products" search={{ categoryId: root.categoryId }} className={classes.whole}>
                  <Picture image={root.image} />
                  <TileName name={root.categoryName} count={root.productCount} />
                </Link>
                <ul className={classes.children}>
                  {home.categories
                    .filter((category) => category.parentId === root.categoryId)
                    .map((child) => (
                      <li key={child.categoryId}>
                        <Link
                          to="/shop/products"
                          search={{ categoryId: child.categoryId }}
                          className={classes.child}
                        >
                          {child.categoryName}{' '}
                          <span className={classes.count}>{formatCount(child.productCount)}</span>
                        </Link>
                      </li>
                    ))}
                </ul>
              </div>
            ))}
          </div>
        </section>
      )}
    </>
  )
}

function Picture({ image }: { image: string }) {
  return (
    <span className={classes.picture}>
      {image && <img src={image} alt="" loading="lazy" decoding="async" />}
    </span>
  )
}

function TileName({ name, count }: { name: string; count: number }) {
  return (
    <span className={classes.name}>
      <span>{name}</span>
      <span className={classes.count}>{t('home.productCount', { count })}</span>
    </span>
  )
}

function Loading() {
  return (
    <div className={classes.brands} role="status" aria-label={t('page.loading')}>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} height={180} radius="md" />
      ))}
    </div>
  )
}
