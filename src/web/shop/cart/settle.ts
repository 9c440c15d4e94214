import { renewCart } from './cartStore.ts'
import { afterEditing, type Sent, withoutPlaced } from './editing.ts'

/** Once its order is placed: see {@link withoutPlaced}. */
export const settlePlaced = (sent: Sent) => renewCart((cart) => withoutPlaced(cart, sent))

/** Once the order is amended: editing is over, unless something was changed while it was under way. */
export const settleAmended = (sent: Sent) =>
  renewCart((cart) => {
    const isAsSent = cart.guidKey === sent.guidKey && quantities(cart.lines) === quantities(sent.lines)
    return isAsSent ? afterEditing(cart) : cart
  })

/** Which sizes and lots, and how many: what a refusal speaks of. */
export function quantities(lines: Sent['lines']): string {
  return lines.map(({ productId, qty }) => `${productId} ${qty}`).join()
}
