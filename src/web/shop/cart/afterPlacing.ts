import type { OrderHeader } from './cart.ts'
import { updateCart, updateCartByKey } from './cartStore.ts'
import { afterEditing, type SentLines, withoutPlaced } from './editing.ts'

/** Also when another customer's cart is open: see {@link withoutPlaced}. */
export const removePlaced = (sent: SentLines) =>
  updateCartByKey(sent.guidKey, (cart) => withoutPlaced(cart, sent))

/** Ends editing, unless the cart changed while sending. */
export const finishAmending = (sent: SentLines & SentHeader) =>
  updateCart((cart) => {
    const isUnchanged =
      cart.guidKey === sent.guidKey &&
      quantityKey(cart.lines) === quantityKey(sent.lines) &&
      headerText(cart) === headerText(sent)
    return isUnchanged ? afterEditing(cart) : cart
  })

type SentHeader = Omit<OrderHeader, 'subCurrAccId'> & Partial<OrderHeader>
const headerText = ({ subCurrAccId = '', salesPersonCode, description }: SentHeader) =>
  [subCurrAccId, salesPersonCode, description].join('\n')

/** Identifies variants and quantities. */
export function quantityKey(lines: SentLines['lines']): string {
  return lines.map(({ productId, qty }) => `${productId} ${qty}`).join()
}
