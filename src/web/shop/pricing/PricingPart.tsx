import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { useViewedAccount } from '../account.ts'
import { useCart } from '../cart/cartStore.ts'
import { usePricing } from './pricing.ts'
import { pricingBy } from './rules.ts'

/** Rules change seldom, and the server refuses an order at outdated prices. */
const freshMs = 60_000

/** Loads what the prices of whoever buys are worked out from. */
export function PricingPart() {
  const userId = useSession((session) => session.user?.id)
  const currAccCode = useViewedAccount()
  const code = useCart((cart) => cart.campaignCode)
  const { data } = useQuery({
    queryKey: ['pricing', userId, currAccCode, code],
    queryFn: async ({ signal }) => {
      const asked = { ...(currAccCode ? { currAccCode } : {}), ...(code ? { code } : {}) }
      return (await api.get('/api/Shop/GetPricing', asked, { signal })).data
    },
    staleTime: freshMs,
    refetchOnWindowFocus: true,
  })
  const pricing = useMemo(() => data && pricingBy(data), [data])
  useEffect(() => usePricing.setState({ pricing }), [pricing])
  return null
}
