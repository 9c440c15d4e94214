import type { Said } from './cart.ts'
import { renewCart, renewCartOf } from './cartStore.ts'
import { afterEditing, type Sent, withoutPlaced } from './editing.ts'

/** Once its order is placed, also where another customer's cart is open by then: see {@link withoutPlaced}. */
export const settlePlaced = (sent: Sent) => renewCartOf(sent.guidKey, (cart) => withoutPlaced(cart, sent))

/** Once the order is amended: editing is over, unless something was changed while it was under way. */
export const settleAmended = (sent: Sent & SentWords) =>
  renewCart((cart) => {
    const isAsSent =
      cart.guidKey === sent.guidKey &&
      quantities(cart.lines) === quantities(sent.lines) &&
      words(cart) === words(sent)
    return isAsSent ? afterEditing(cart) : cart
  })

type SentWords = Omit<Said, 'subCurrAccId'> & Partial<Said>
const words = ({ subCurrAccId = '', salesPersonCode, description }: SentWords) =>
  [subCurrAccId, salesPersonCode, description].join('\n')

/** Which sizes and lots, and how many: what a refusal speaks of. */
export function quantities(lines: Sent['lines']): string {
  return lines.map(({ productId, qty }) => `${productId} ${qty}`).join()
}
