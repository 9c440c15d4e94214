import type { Draft } from '#shared/carts.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { type Cart, type CartLine, emptyCart } from './cart.ts'
import { fingerprintOf } from './fingerprint.ts'

/** A cart as SaveDraft input. */
export function cartDraftInput(cart: Cart) {
  return {
    id: cart.guidKey,
    name: cart.name,
    isShared: cart.isShared,
    orderType: cart.orderType,
    currAccCode: cart.currAccCode,
    ...(cart.subCurrAccId ? { subCurrAccId: cart.subCurrAccId } : {}),
    salesPersonCode: cart.salesPersonCode,
    description: cart.description,
    lines: cart.lines.map(draftLineOf),
  }
}

/** Includes what was agreed: price and lot content. */
function draftLineOf({ productId, qty, unitPrice, priceCurrencyCode, lotCode, ...lot }: CartLine) {
  const { piecesPerLot, lotDescription } = lot
  const agreed = { productId, qty, unitPrice, priceCurrencyCode }
  return lotCode ? { ...agreed, piecesPerLot, lotDescription } : agreed
}

/** A loaded draft as SaveDraft input. */
export function draftInputOf(draft: Draft) {
  const { id, name, isShared, orderType, currAccCode, subCurrAccId, salesPersonCode, description } = draft
  const lines = draft.lines.map(draftLineOf)
  const branch = subCurrAccId ? { subCurrAccId } : {}
  return { id, name, isShared, orderType, currAccCode, ...branch, salesPersonCode, description, lines }
}

/** Keeps the draft's prices, to compare with today's. */
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
    // Customers order only for themselves.
    currAccCode: isCustomer(user) ? '' : draft.currAccCode,
    pricedFor: draft.currAccCode,
    subCurrAccId: draft.subCurrAccId ?? '',
    salesPersonCode: draft.salesPersonCode,
    description: draft.description,
    lines: draft.lines,
  }
}

/** Ignores a lot's wording. */
export function fingerprint(cart: Cart): string {
  const { lines, ...rest } = cartDraftInput(cart)
  return fingerprintOf({ ...rest, lines: lines.map((line) => ({ ...line, lotDescription: undefined })) })
}
