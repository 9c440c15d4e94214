import { Alert } from '@mantine/core'
import { Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { useOrdersForOthers } from '../account.ts'
import { lazyPart } from '../lazy.ts'
import { useUnmet } from '../pricing/pricing.ts'
import { OverrideReason } from '../seller/seller.ts'

const UnmetList = lazyPart(async () => (await import('./UnmetList.tsx')).UnmetList)

/** Scroll and focus target. */
export const unmetId = 'cart-unmet'

/** What is missing in the cart, each with a button that adds it. */
export function UnmetNotice() {
  const unmet = useUnmet()
  const isSeller = useOrdersForOthers()
  if (unmet.length === 0) return null
  return (
    <Alert
      id={unmetId}
      tabIndex={-1}
      role="status"
      color="yellow"
      variant="light"
      mb="md"
      title={t('ordering.unmet.title')}
    >
      <Suspense>
        <UnmetList unmet={unmet} />
        <OverrideReason maySettle={isSeller && unmet.every(({ mayOverride }) => mayOverride)} />
      </Suspense>
    </Alert>
  )
}
