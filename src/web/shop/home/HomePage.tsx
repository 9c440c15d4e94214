import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ShopHome } from '#shared/catalogue/catalogue.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { useOrdersForOthers, useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { lazyPart } from '../lazy.ts'
import { OrderTypeChoice } from '../OrderTypeChoice.tsx'
import { readSeen } from '../seen/seen.ts'
import { BrandShelf } from './BrandShelf.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import classes from './HomePage.module.css'
import { homeQuery } from './homeQuery.ts'

// Staff only.
const CustomerSelect = lazyPart(async () => (await import('../CustomerSelect.tsx')).CustomerSelect)
const SeenStrip = lazyPart(async () => (await import('../seen/SeenStrip.tsx')).SeenStrip)

export function HomePage() {
  const account = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const ordersForOthers = useOrdersForOthers()
  const isAmending = useCart((cart) => cart.editing !== null)
  const home = useQuery(homeQuery(userId, account))
  const [hasSeen, setHasSeen] = useState(() => readSeen().length > 0)
  return (
    <>
      <VisuallyHidden component="h1">{settings.displayName}</VisuallyHidden>
      {/* An amended order keeps its type and customer. */}
      {!isAmending && (
        <div className={classes.choices}>
          <OrderTypeChoice />
          {ordersForOthers && (
            <div className={classes.customer}>
              <Suspense fallback={<Skeleton height={42} />}>
                <CustomerSelect />
              </Suspense>
            </div>
          )}
        </div>
      )}
      {hasSeen && (
        <Suspense fallback={<div className={classes.seenPlace} />}>
          <SeenStrip onEmpty={() => setHasSeen(false)} />
        </Suspense>
      )}
      {home.error && <Failure error={home.error} onRetry={() => void home.refetch()} />}
      {home.isPending && <Loading />}
      {home.data && <Shelves home={home.data} />}
    </>
  )
}

/** homeVisibleType: 0 brands, 1 categories, else both. */
function Shelves({ home }: { home: ShopHome }) {
  const { homeVisibleType } = settings
  if (home.brands.length === 0) {
    return <Empty title={t('home.emptyTitle')}>{t('home.emptyText')}</Empty>
  }
  return (
    <>
      {homeVisibleType !== 1 && <BrandShelf brands={home.brands} />}
      {homeVisibleType !== 0 && <CategoryTree categories={home.categories} />}
    </>
  )
}

function Loading() {
  return (
    <div className={classes.brands} role="status" aria-label={t('page.loading')}>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} className={classes.tile ?? ''} height={180} radius="md" />
      ))}
    </div>
  )
}
