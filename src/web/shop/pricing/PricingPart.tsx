import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { api } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { useViewedAccount, viewedAccountOf } from '../account.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { noteChanges } from './changedPrices.ts'
import { keepRules, keptRules } from './keptRules.ts'
import { ListPrice } from './ListPrice.tsx'
import { LostPrices } from './LostPrices.tsx'
import { NextPrice } from './NextPrice.tsx'
import { type Pricing, usePricing } from './pricing.ts'
import { pricingBy } from './rules.ts'
import { WhyButton } from './WhyButton.tsx'

usePricing.setState({ views: { ListPrice, LostPrices, NextPrice, WhyButton } })

/** Rules change seldom, and the server refuses an order at outdated prices. */
const freshMs = 60_000
const askAgainAfterMs = 10_000

const buyerOf = (userId: string | undefined, currAccCode: string | undefined) =>
  JSON.stringify([userId, currAccCode])

/** An effect may run when another cart is open already. */
function isCartOf(buyer: string, code: string): boolean {
  const { user } = useSession.getState()
  const { currAccCode, campaignCode } = useCart.getState()
  return code === campaignCode && buyer === buyerOf(user?.id, viewedAccountOf(user, currAccCode))
}

/** Loads what the prices of whoever buys are worked out from. */
export function PricingPart() {
  const userId = useSession((session) => session.user?.id)
  const currAccCode = useViewedAccount()
  const code = useCart((cart) => cart.campaignCode)
  const buyer = buyerOf(userId, currAccCode)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['pricing', buyer, code],
    queryFn: async ({ signal }) => {
      const asked = { ...(currAccCode ? { currAccCode } : {}), ...(code ? { code } : {}) }
      const { data: given } = await api.get('/api/Shop/GetPricing', asked, { signal })
      keepRules(buyer, code, given)
      return given
    },
    staleTime: freshMs,
    // With another code the prices before hold until the new ones are known; another buyer's never do.
    placeholderData: (before, query) => (query?.queryKey[1] === buyer ? before : undefined),
    refetchOnWindowFocus: true,
    // Without rules no price is shown.
    refetchInterval: ({ state: { status, data: known } }) =>
      status === 'error' ? askAgainAfterMs : known?.codeRetrySeconds ? 1000 * known.codeRetrySeconds : false,
  })
  const pricing = useMemo(() => {
    const given = data ?? keptRules(buyer, code)
    return given && pricingBy(given)
  }, [data, buyer, code])
  const seen = useRef<{ buyer: string; code: string; pricing: Pricing }>(undefined)
  useEffect(() => {
    usePricing.setState({ pricing })
    if (!pricing || isPlaceholderData) return
    const before = seen.current
    seen.current = { buyer, code, pricing }
    // The buyer knows why another code, or customer, has other prices.
    if (before?.buyer === buyer && before.code === code && isCartOf(buyer, code))
      noteChanges(before.pricing, pricing)
  }, [pricing, isPlaceholderData, buyer, code])
  return null
}
