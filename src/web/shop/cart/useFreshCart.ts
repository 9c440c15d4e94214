import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { api } from '#web/api.ts'
import { useViewedAccount } from '../account.ts'
import { type CartChange, type CartLine, withFresh } from './cart.ts'
import { useCart } from './cartStore.ts'

const batch = 1000

type Notices = { changes: CartChange[]; gone: CartLine[] }
/** What came of holding the cart against today's prices and stock. */
export type FreshCart = Notices & { error: Error | null; forget: () => void }

const useNotices = create<Notices>(() => ({ changes: [], gone: [] }))

/**
 * Brings the cart's prices and stock up to date when the page opens, when lines are added and when the account or
 * the order type changes, and keeps what changed until the person has seen it.
 */
export function useFreshCart(): FreshCart {
  const currAccCode = useViewedAccount()
  const orderType = useCart((cart) => cart.orderType)
  const ids = useCart((cart) => cart.lines.map((line) => line.productId).join())
  const notices = useNotices()
  const query = useQuery({
    queryKey: ['cart', currAccCode, orderType, ids],
    queryFn: async ({ signal }) => {
      const all = ids.split(',').filter(Boolean)
      const parts = Array.from({ length: Math.ceil(all.length / batch) }, (_, index) =>
        all.slice(index * batch, (index + 1) * batch),
      )
      const answers = await Promise.all(
        parts.map((part) =>
          api.post('/api/Shop/GetProductsByIds', { ids: part, currAccCode, orderType }, { signal }),
        ),
      )
      const { cart, changes, gone } = withFresh(
        useCart.getState(),
        answers.flatMap((answer) => answer.data),
      )
      useCart.setState(cart)
      useNotices.setState((before) => ({ changes: changes.length > 0 ? changes : before.changes, gone }))
      return { changes, gone }
    },
    enabled: ids !== '',
    staleTime: 0,
  })
  return { ...notices, error: query.error, forget: () => useNotices.setState({ changes: [] }) }
}
