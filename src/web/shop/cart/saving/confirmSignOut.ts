import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.ts'
import { hasLiveCart } from '../../account.ts'
import { errorText } from '../../drafts/useAsyncAction.ts'
import { getCarts, syncCarts } from '../stored/cartStore.ts'
import { isChanged } from '../stored/editing.ts'
import { saveNow } from './draftSaving.ts'
import { keepAsDraft, storeAsideAsDraft, storeOthersAsDrafts } from './drafts.ts'

/** Do not keep a leaving user waiting longer. */
const saveTimeoutMs = 5000

/**
 * Stores what the server lacks as drafts. Asks if that fails, an order is not sent yet, or an amended order has unsaved
 * changes; false means stay.
 */
export async function confirmSignOut(): Promise<boolean> {
  const cart = syncCarts()
  const lost = [
    ...(getCarts().orders.length > 0 ? [t('ordering.leave.unsent')] : []),
    ...(cart.editing && isChanged(cart) ? [t('ordering.order.stopText')] : []),
  ]
  const problem = await Promise.race([
    storeAll().then(
      () => undefined,
      (error: unknown) => errorText(error),
    ),
    new Promise<string>((resolve) => setTimeout(() => resolve(t('ordering.cart.slow')), saveTimeoutMs)),
  ])
  if (!problem && lost.length === 0) return true
  return confirm({
    title: t('ordering.leave.title'),
    text: [...(problem ? [problem, t('ordering.leave.text')] : []), ...lost].join(' '),
    action: t('user.logout'),
    isDangerous: true,
  })
}

const storeAll = () => Promise.all([storeOpen(), storeOthersAsDrafts()])

async function storeOpen(): Promise<void> {
  const { editing, draftVersion, lines } = syncCarts()
  if (editing) return storeAsideAsDraft()
  if (draftVersion > 0) return saveNow()
  // A live cart is offered again after sign-in.
  if (lines.length > 0 && !hasLiveCart(useSession.getState().user)) return keepAsDraft()
}
