import { Suspense } from 'react'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/Note.tsx'
import { useOrdersForOthers } from '../account.ts'
import { lazyPart } from '../lazy.ts'
import { useBrokenLimits } from '../pricing/pricing.ts'
import { OverrideReason } from '../seller/seller.ts'

const BrokenLimitList = lazyPart(async () => (await import('./BrokenLimitList.tsx')).BrokenLimitList)

/** Scroll and focus target. */
export const brokenLimitsId = 'cart-broken-limits'

/** What is missing in the cart, each with a button that adds it. */
export function BrokenLimitNotice() {
  const brokenLimits = useBrokenLimits()
  const isSeller = useOrdersForOthers()
  if (brokenLimits.length === 0) return null
  return (
    <Note
      style={{ marginBlockEnd: 16 }}
      id={brokenLimitsId}
      tabIndex={-1}
      role="status"
      color="yellow"
      title={t('ordering.unmet.title')}
    >
      <Suspense>
        <BrokenLimitList brokenLimits={brokenLimits} />
        <OverrideReason maySettle={isSeller && brokenLimits.every(({ mayOverride }) => mayOverride)} />
      </Suspense>
    </Note>
  )
}
