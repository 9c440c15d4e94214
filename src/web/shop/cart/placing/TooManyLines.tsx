import { Button } from '@mantine/core'
import { maxOrderLines } from '#shared/orders/orderRules.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { useSession } from '#web/session.ts'
import { Note } from '#web/ui/Note.tsx'
import { useAsyncAction } from '../../drafts/useAsyncAction.ts'
import { linesOverLimit } from '../lines/lineLimit.ts'
import { moveExcessToDrafts } from '../saving/drafts.ts'
import { useCart } from '../stored/cartStore.ts'

/** Scroll and focus target. */
export const tooManyId = 'too-many-lines'

/** The cart exceeds one order. */
export function TooManyLines() {
  const excess = useCart((cart) => linesOverLimit(cart).length)
  const user = useSession((session) => session.user)
  const { run, isRunning } = useAsyncAction()
  if (excess === 0) return null
  const keepRest = async () => {
    const count = await moveExcessToDrafts()
    notifyDone(t('ordering.cart.restKept', { count }))
  }
  return (
    <Note
      id={tooManyId}
      tabIndex={-1}
      role="status"
      color="yellow"
      title={t('ordering.cart.tooMany', { most: maxOrderLines })}
    >
      <p>{t('ordering.cart.tooManyText', { count: excess })}</p>
      {user && (
        <Button size="sm" loading={isRunning} onClick={() => run(keepRest)}>
          {t('ordering.cart.keepRest', { count: excess })}
        </Button>
      )}
    </Note>
  )
}
