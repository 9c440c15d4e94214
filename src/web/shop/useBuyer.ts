import { useSession } from '#web/session.ts'
import { useViewedAccount } from './account.ts'
import { useCart } from './cart/stored/cartStore.ts'

/** What offers of products depend on. `asked` is sent; both are part of a query's key. */
export function useBuyer() {
  const currAccCode = useViewedAccount()
  const userId = useSession((session) => session.user?.id)
  const orderType = useCart((cart) => cart.orderType)
  return { userId, asked: { currAccCode, orderType } }
}
