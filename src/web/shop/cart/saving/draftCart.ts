import type { Draft } from '#shared/orders/carts.ts'
import { buyersHeader, filledHeader, pickHeader } from '#shared/orders/headerFields.ts'
import { api, type CallOptions } from '#web/api.ts'
import { isCustomer, useSession } from '#web/session.ts'
import { pricedLines } from '../../pricing/pricedLines.ts'
import { type Cart, type CartLine, emptyCart } from '../stored/cart.ts'
import { fingerprintOf } from './fingerprint.ts'

export async function readDraft(id: string, options: CallOptions = {}): Promise<Draft> {
  return (await api.get('/api/Shop/GetDraftById', { id }, options)).data
}

/** Keeps the draft's prices, to compare with today's. */
export function cartOfDraft(draft: Draft): Cart {
  const { user } = useSession.getState()
  const cart = {
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
    // What agents give stays out of a customer's cart.
    ...(isCustomer(user) ? buyersHeader(draft) : pickHeader(draft)),
    lines: isCustomer(user) ? draft.lines.map((line) => ({ ...line, discount: undefined })) : draft.lines,
  }
  const { isMine, ownerName } = draft
  return { ...cart, saved: { fingerprint: fingerprint(cart), isMine, ownerName } }
}

type SavedFields = Pick<Cart, 'guidKey' | 'draftVersion' | 'saved'>

/** Saves a cart as a new draft or, with a version, changes one. Returns what that changes in the cart. */
export async function postDraft(cart: Cart, options: CallOptions = {}): Promise<SavedFields> {
  const { guidKey, draftVersion, saved } = cart
  const version = draftVersion > 0 ? { version: draftVersion } : {}
  const { data } = await api.post('/api/Shop/SaveDraft', { ...draftInput(cart), ...version }, options)
  const owner = saved ?? { isMine: true, ownerName: '' }
  return { guidKey, draftVersion: data.version, saved: { ...owner, fingerprint: fingerprint(cart) } }
}

/** Whether a draft has changes the server lacks. */
export const isUnsaved = (cart: Cart) => cart.saved?.fingerprint !== fingerprint(cart)

/** Ignores a lot's wording, and what rules make of prices. */
function fingerprint(cart: Cart): string {
  const { lines, ...rest } = draftInput(cart)
  const own = lines.map((line) => ({ ...line, lotDescription: undefined, netPrice: undefined }))
  return fingerprintOf({ ...rest, lines: own })
}

function draftInput(cart: Cart) {
  return {
    id: cart.guidKey,
    name: cart.name,
    isShared: cart.isShared,
    orderType: cart.orderType,
    currAccCode: cart.currAccCode,
    ...(cart.subCurrAccId ? { subCurrAccId: cart.subCurrAccId } : {}),
    salesPersonCode: cart.salesPersonCode,
    description: cart.description,
    ...filledHeader(cart),
    lines: linesInput(cart),
  }
}

function linesInput(cart: Cart) {
  const priced = pricedLines(cart)
  return cart.lines.map((line, index) => {
    const netPrice = priced[index]?.unitPrice
    return { ...lineInput(line), ...(netPrice === line.unitPrice ? {} : { netPrice }) }
  })
}

/** Includes what was agreed: price and lot content. */
function lineInput({ productId, qty, unitPrice, priceCurrencyCode, lotCode, ...rest }: CartLine) {
  const { piecesPerLot, lotDescription, discount } = rest
  const agreed = { productId, qty, unitPrice, priceCurrencyCode, ...(discount ? { discount } : {}) }
  return lotCode ? { ...agreed, piecesPerLot, lotDescription } : agreed
}
