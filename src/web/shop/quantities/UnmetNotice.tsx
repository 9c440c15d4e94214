import { Alert } from '@mantine/core'
import { Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { useOrdersForOthers } from '../account.ts'
import { unmetId } from '../cart/PlaceBar.tsx'
import { useUnmet } from '../pricing/pricing.ts'
import { OverrideReason } from '../seller/seller.ts'
import { UnmetList } from './UnmetList.tsx'

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
      <UnmetList unmet={unmet} />
      <Suspense>
        <OverrideReason maySettle={isSeller && unmet.every(({ mayOverride }) => mayOverride)} />
      </Suspense>
    </Alert>
  )
}
