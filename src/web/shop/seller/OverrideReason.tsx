import { TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { changeLines, useCart } from '../cart/stored/cartStore.ts'

/** Why to order other quantities than agreed. `maySettle`: the office need not approve them. Not for guests. */
export function OverrideReason({ maySettle }: { maySettle: boolean }) {
  const reason = useCart((cart) => cart.overrideReason)
  const isSignedIn = useSession(({ user }) => user !== undefined)
  if (!isSignedIn) return null
  return (
    <TextInput
      mt="sm"
      label={t('ordering.unmet.reason')}
      description={t(maySettle ? 'ordering.unmet.reasonSettles' : 'ordering.unmet.reasonHolds')}
      maxLength={200}
      autoComplete="off"
      value={reason}
      onChange={(event) => {
        const overrideReason = event.currentTarget.value
        changeLines(() => ({ overrideReason }))
      }}
    />
  )
}
