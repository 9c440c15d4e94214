import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { useViewedAccount } from './account.ts'
import { useCart } from './cart/stored/cartStore.ts'

/**
 * Why a barcode or item code is hidden from this customer: brand excluded or not on sale. Undefined if
 * unknown.
 */
export function useWhyHidden(code: string): string | undefined {
  const userId = useSession((session) => session.user?.id)
  const currAccCode = useViewedAccount()
  const orderType = useCart((cart) => cart.orderType)
  const checked = useQuery({
    queryKey: ['whyUnseen', userId, { code, currAccCode }],
    queryFn: async ({ signal }) => {
      const lines = [{ code, qty: 1 }]
      const { data } = await api.post(
        '/api/Shop/CheckOrderLines',
        { lines, currAccCode, orderType },
        { signal },
      )
      return data.lines[0]?.status ?? null
    },
    enabled: code !== '' && code.length <= 100,
    retry: false,
  })
  const why = checked.data
  return why === 'brandExcluded' || why === 'inactive' ? t(`ordering.scan.why.${why}`) : undefined
}
