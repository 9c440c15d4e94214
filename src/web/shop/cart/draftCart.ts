import type { Draft } from '#shared/carts.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { type Cart, type CartLine, emptyCart } from './cart.ts'
import { fingerprintOf } from './fingerprint.ts'

/** What a draft keeps of a cart, as the call takes it. */
export function draftOf(cart: Cart) {
  return {
    id: cart.guidKey,
    name: cart.name,
    isShared: cart.isShared,
    orderType: cart.orderType,
    currAccCode: cart.currAccCode,
    ...(cart.subCurrAccId ? { subCurrAccId: cart.subCurrAccId } : {}),
    salesPersonCode: cart.salesPersonCode,
    description: cart.description,
    lines: cart.lines.map(keptOf),
  }
}

/** Of a line what was agreed to. Of a lot that is also what is in it: where that changes, the cart asks again. */
function keptOf({ productId, qty, unitPrice, priceCurrencyCode, lotCode, ...lot }: CartLine) {
  const { piecesPerLot, lotDescription } = lot
  const agreed = { productId, qty, unitPrice, priceCurrencyCode }
  return lotCode ? { ...agreed, piecesPerLot, lotDescription } : agreed
}

/** The same of a draft that was read, to send it again. */
export function contentOf(draft: Draft) {
  const { id, name, isShared, orderType, currAccCode, subCurrAccId, salesPersonCode, description } = draft
  const lines = draft.lines.map(keptOf)
  const branch = subCurrAccId ? { subCurrAccId } : {}
  return { id, name, isShared, orderType, currAccCode, ...branch, salesPersonCode, description, lines }
}

/** A draft as the cart of this browser. Prices are those that were agreed to then: the cart holds them against today's. */
export function cartOfDraft(draft: Draft): Cart {
  const { user } = useSession.getState()
  return {
    ...emptyCart(),
    guidKey: draft.id,
    name: draft.name,
    isShared: draft.isShared,
    draftVersion: draft.version,
    changedAt: Date.parse(draft.updatedAt),
    orderType: draft.orderType,
    // A customer orders for nobody else, and says so nowhere.
    currAccCode: isCustomer(user) ? '' : draft.currAccCode,
    pricedFor: draft.currAccCode,
    subCurrAccId: draft.subCurrAccId ?? '',
    salesPersonCode: draft.salesPersonCode,
    description: draft.description,
    lines: draft.lines,
  }
}

/** Equal for carts that would be the same draft. Other words for what is in a lot are no change that anybody has made. */
export function fingerprint(cart: Cart): string {
  const { lines, ...rest } = draftOf(cart)
  return fingerprintOf({ ...rest, lines: lines.map((line) => ({ ...line, lotDescription: undefined })) })
}
