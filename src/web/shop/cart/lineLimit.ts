import { v7 as uuidv7 } from 'uuid'
import { maxOrderLines } from '#shared/orderRules.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import type { Cart, CartLine } from './cart.ts'
import { syncCarts, updateCart } from './cartStore.ts'
import { cartDraftInput } from './draftCart.ts'

/** The last lines, but none the amended order already has. */
export function linesOverLimit({ lines, editing }: Pick<Cart, 'lines' | 'editing'>): CartLine[] {
  const excess = lines.length - maxOrderLines
  if (excess <= 0) return []
  const isNew = ({ productId }: CartLine) => editing?.placed[productId] === undefined
  return lines.filter(isNew).slice(-excess)
}

/** Items already in the cart always fit. */
export function withinLineLimit<One>(items: One[], idOf: (one: One) => string, lines: CartLine[]): One[] {
  const ids = new Set(lines.map(({ productId }) => productId))
  return items.filter((one) => {
    if (!ids.has(idOf(one)) && ids.size >= maxOrderLines) return false
    ids.add(idOf(one))
    return true
  })
}

/** Returns the number of lines. Removes them only once stored. */
export async function moveExcessToDrafts(): Promise<number> {
  const cart = syncCarts()
  const rest = linesOverLimit(cart)
  for (let start = 0; start < rest.length; start += maxOrderLines) {
    const name = Array.from(t('ordering.cart.restName', { name: cart.name || t('cart.title') }))
    const draft = {
      ...cart,
      guidKey: uuidv7(),
      isShared: false,
      name: name.slice(0, 60).join(''),
      lines: rest.slice(start, start + maxOrderLines),
    }
    await api.post('/api/Shop/SaveDraft', cartDraftInput(draft))
  }
  const kept = new Map(rest.map(({ productId, qty }) => [productId, qty]))
  // Lines changed meanwhile stay, so nothing is lost.
  updateCart(({ lines }) => ({ lines: lines.filter(({ productId, qty }) => kept.get(productId) !== qty) }))
  return rest.length
}
