import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { create } from 'zustand'
import type { OrderType } from '#shared/endpoint.ts'
import { maxOrderLines } from '#shared/orders/orderRules.ts'
import { api, type CallFailed } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { useViewedAccount } from '../../account.ts'
import { usePricing } from '../../pricing/pricing.ts'
import { useDeferredLines } from '../lines/deferredLines.ts'
import { productsByIds } from '../lines/productsByIds.ts'
import type { CartLine } from '../stored/cart.ts'
import { updateCart, useCart } from '../stored/cartStore.ts'
import {
  type FindProblem,
  kindsOf,
  type Offer,
  type Offers,
  offersOf,
  problemFinder,
  withReasons,
  withRefused,
  withRefusedStock,
  withStock,
} from './offers.ts'

/** By product id, for lines already checked. */
export const useOffers = create<{ offers: Offers }>(() => ({ offers: new Map() }))

export function useProblemFinder(): FindProblem {
  const offers = useOffers((state) => state.offers)
  const placed = useCart((cart) => cart.editing?.placed)
  return useMemo(() => problemFinder(offers, placed), [offers, placed])
}

/**
 * Checks prices and stock on opening and when lines, account or order type change. Applies stock; prices need
 * consent.
 */
export function useOfferCheck() {
  const currAccCode = useViewedAccount()
  const user = useSession((session) => session.user)
  const account = currAccCode ?? user?.currAccCode ?? ''
  // Show the choice before checking a thousand lines.
  const orderType = useDeferredValue(useCart((cart) => cart.orderType))
  const isEmpty = useCart((cart) => cart.lines.length === 0)
  const query = useQuery({
    queryKey: ['cart', user?.id, account, orderType],
    queryFn: async ({ signal }) => {
      await checkOffers({ currAccCode, orderType }, account || guestAccount, signal)
      return Date.now()
    },
    enabled: !isEmpty,
    staleTime: 0,
    gcTime: 0,
  })
  const { isFetching, isSuccess, refetch } = query
  const hasUnchecked = useHasUnchecked()
  useEffect(() => {
    if (hasUnchecked && isSuccess && !isFetching) void refetch()
  }, [hasUnchecked, isSuccess, isFetching, refetch])
  return { error: query.error, account, buyer: account || guestAccount }
}

/** Lines not yet checked. */
function useHasUnchecked(): boolean {
  const offers = useOffers((state) => state.offers)
  const lines = useDeferredLines()
  return lines.some((line) => !offers.has(line.productId))
}

/** Marks guests' prices. */
const guestAccount = '-'

type Buyer = { currAccCode: string | undefined; orderType: OrderType }

async function checkOffers(buyer: Buyer, account: string, signal: AbortSignal): Promise<void> {
  const ids = useCart.getState().lines.map((line) => line.productId)
  const products = await productsByIds(ids, buyer, signal)
  const offers = offersOf(ids, products)
  const gone = useCart.getState().lines.filter((line) => isUnknown(offers.get(line.productId)))
  const reasons = gone.length > 0 ? await reasonsOf(gone, buyer, signal) : []
  if (signal.aborted) return
  updateCart((cart) => withStock(cart, products))
  useOffers.setState({ offers: withReasons(offers, gone, reasons) })
  const { lines, pricedFor, editing } = useCart.getState()
  const findProblem = problemFinder(offers, editing?.placed)
  const hasOtherPrices = lines.some((line) => kindsOf(findProblem(line)).includes('prices'))
  if (!hasOtherPrices && pricedFor !== account) updateCart(() => ({ pricedFor: account }))
}

const isUnknown = (offer: Offer | undefined) =>
  offer !== undefined && 'gone' in offer && offer.gone === 'unknown'

/** Falls back to no reason. */
async function reasonsOf(gone: CartLine[], buyer: Buyer, signal: AbortSignal) {
  // The call's limit.
  const lines = gone.slice(0, maxOrderLines).map(({ itemCode, colorCode, itemDim1Code, lotCode, qty }) => ({
    code: itemCode,
    colorCode,
    size: itemDim1Code || lotCode,
    qty,
  }))
  return api.post('/api/Shop/CheckOrderLines', { lines, ...buyer }, { signal }).then(
    ({ data }) => data.lines,
    () => [],
  )
}

/** Applies what a refusal says about lines. */
export function applyRefusal({ code, lines }: CallFailed): void {
  if (code === 'order.inventoryNotSufficient') updateCart((cart) => withRefusedStock(cart, lines))
  useOffers.setState(({ offers }) => ({ offers: withRefused(offers, code, lines) }))
  const prices = lines.flatMap(({ productId, newUnitPrice }) =>
    newUnitPrice == null ? [] : [[productId, newUnitPrice] as const],
  )
  if (prices.length > 0) usePricing.setState({ refusedPrices: new Map(prices) })
  // The tenant's first rule may be newer than this page.
  if (lines.some(({ newListPrice }) => newListPrice != null)) usePricing.setState({ hasRules: true })
}
