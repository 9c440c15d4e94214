import type { Cart, ChangedPrices } from '../cart/stored/cart.ts'
import { updateCart, useCart } from '../cart/stored/cartStore.ts'
import { type Pricing, usePricing } from './pricing.ts'

type Noted = Pick<Cart, 'lines' | 'guidKey' | 'changedPrices'>

/** Keeps with the open cart what its lines cost before the rules changed, until the buyer agrees. */
export function noteChanges(before: Pricing, after: Pricing): void {
  const cart = useCart.getState()
  const { refusedPrices } = usePricing.getState()
  const noted = new Map(Object.entries(pricesNoted(cart)))
  const seen = new Map(before.priced(cart).map(({ productId, unitPrice }) => [productId, unitPrice]))
  let hasNew = false
  for (const { productId, unitPrice: now } of after.priced(cart)) {
    const was = seen.get(productId)
    const known = noted.get(productId)
    // Another tab has shown it.
    if (was === undefined || was === now || known?.[1] === now) continue
    // Two changes in a row are shown as one. The next press agrees to prices that a refused order showed.
    const first = known?.[1] === was ? known[0] : was
    noted.set(productId, [refusedPrices?.get(productId) === now ? now : first, now])
    hasNew = true
  }
  if (hasNew) updateCart(({ guidKey }) => ({ changedPrices: { guidKey, prices: Object.fromEntries(noted) } }))
}

const pricesNoted = ({ changedPrices, guidKey }: Omit<Noted, 'lines'>): ChangedPrices['prices'] =>
  changedPrices?.guidKey === guidKey ? changedPrices.prices : {}

/** Changed prices of lines in the cart that the buyer has not agreed to. */
export function changedPricesOf({ lines, ...cart }: Noted) {
  const prices = pricesNoted(cart)
  return lines.flatMap((line) => {
    const [was, now] = prices[line.productId] ?? []
    return was === undefined || now === undefined || was === now ? [] : [{ line, was, now }]
  })
}

/** The new prices stay known, so that another tab does not ask again. */
export const agreeToPrices = () =>
  updateCart((cart) => {
    const prices: ChangedPrices['prices'] = {}
    for (const [id, [, now]] of Object.entries(pricesNoted(cart))) prices[id] = [now, now]
    return { changedPrices: { guidKey: cart.guidKey, prices } }
  })
