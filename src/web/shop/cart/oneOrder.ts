import { v7 as uuidv7 } from 'uuid'
import { maxOrderLines } from '#shared/orderRules.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import type { Cart, CartLine } from './cart.ts'
import { catchUp, renewCart } from './cartStore.ts'
import { draftOf } from './draftCart.ts'

/** The lines that one order has no room for: the last ones, and none that the order under amendment has already. */
export function beyondOneOrder({ lines, editing }: Pick<Cart, 'lines' | 'editing'>): CartLine[] {
  const excess = lines.length - maxOrderLines
  if (excess <= 0) return []
  const isNew = ({ productId }: CartLine) => editing?.placed[productId] === undefined
  return lines.filter(isNew).slice(-excess)
}

/** As many of the wanted as one order has room for beside the lines of the cart; more of what is there needs none. */
export function fitting<One>(wanted: One[], idOf: (one: One) => string, lines: CartLine[]): One[] {
  const ids = new Set(lines.map(({ productId }) => productId))
  return wanted.filter((one) => {
    if (!ids.has(idOf(one)) && ids.size >= maxOrderLines) return false
    ids.add(idOf(one))
    return true
  })
}

/** Puts what one order has no room for into a draft, or several, and only then out of the cart. Answers how many lines. */
export async function keepRestAsDraft(): Promise<number> {
  const cart = catchUp()
  const rest = beyondOneOrder(cart)
  for (let start = 0; start < rest.length; start += maxOrderLines) {
    const name = Array.from(t('ordering.cart.restName', { name: cart.name || t('cart.title') }))
    const draft = {
      ...cart,
      guidKey: uuidv7(),
      isShared: false,
      name: name.slice(0, 60).join(''),
      lines: rest.slice(start, start + maxOrderLines),
    }
    await api.post('/api/Shop/SaveDraft', draftOf(draft))
  }
  const kept = new Map(rest.map(({ productId, qty }) => [productId, qty]))
  // What was changed while it was kept stays as well: nothing of it may be lost.
  renewCart(({ lines }) => ({ lines: lines.filter(({ productId, qty }) => kept.get(productId) !== qty) }))
  return rest.length
}
