import { Alert } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { useUnmet } from '../pricing/pricing.ts'
import { UnmetList } from './UnmetList.tsx'

/** Scroll and focus target. */
export const unmetId = 'cart-unmet'

/** What is missing in the cart, each with a button that adds it. */
export function UnmetNotice() {
  const unmet = useUnmet()
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
    </Alert>
  )
}
