import type { OrderHeader } from './cart.ts'
import { updateCart, updateCartByKey } from './cartStore.ts'
import { afterEditing, type Sent, withoutPlaced } from './editing.ts'

/** Also when another customer's cart is open: see {@link withoutPlaced}. */
export const settlePlaced = (sent: Sent) => updateCartByKey(sent.guidKey, (cart) => withoutPlaced(cart, sent))

/** Ends editing, unless the cart changed while sending. */
export const settleAmended = (sent: Sent & SentWords) =>
  updateCart((cart) => {
    const isAsSent =
      cart.guidKey === sent.guidKey &&
      quantities(cart.lines) === quantities(sent.lines) &&
      words(cart) === words(sent)
    return isAsSent ? afterEditing(cart) : cart
  })

type SentWords = Omit<OrderHeader, 'subCurrAccId'> & Partial<OrderHeader>
const words = ({ subCurrAccId = '', salesPersonCode, description }: SentWords) =>
  [subCurrAccId, salesPersonCode, description].join('\n')

/** Identifies variants and quantities. */
export function quantities(lines: Sent['lines']): string {
  return lines.map(({ productId, qty }) => `${productId} ${qty}`).join()
}
