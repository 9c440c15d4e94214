import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useOrdersForOthers, useViewedAccount } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { lazyPart } from '../lazy.ts'
import { OrderTypeChoice } from '../OrderTypeChoice.tsx'
import classes from './HomePage.module.css'
import { homeQuery } from './homeQuery.ts'

// Staff only.
const CustomerSelect = lazyPart(async () => (await import('../CustomerSelect.tsx')).CustomerSelect)
// The server has it preloaded with the home page.
const HomeSections = lazyPart(async () => (await import('./HomeSections.tsx')).HomeSections)

export function HomePage() {
  const account = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const ordersForOthers = useOrdersForOthers()
  const isAmending = useCart((cart) => cart.editing !== null)
  const home = useQuery(homeQuery(userId, account))
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
      {home.error && <Failure error={home.error} onRetry={() => void home.refetch()} />}
      {home.isPending && <Loading />}
      {home.data && (
        <Suspense fallback={<Loading />}>
          <HomeSections home={home.data} />
        </Suspense>
      )}
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
