import { type AssortmentUnit, assortmentFor } from '#shared/assortment.ts'
import type { Product, ProductItem } from '#shared/catalogue.ts'
import { lotSizesOf } from '#shared/lots.ts'
import type { Unmet } from '#shared/quantities.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { quantityText, unmetName } from '#web/unmetWords.ts'
import { availableQty, type Cart, type CartLine, type ItemQty, totalQty } from '../cart/cart.ts'
import { changeLines, useCart } from '../cart/cartStore.ts'
import { withManyAdded } from '../cart/manyLines.ts'
import { totalPieces } from '../cart/totals.ts'
import { undoInCart } from '../cart/undoInCart.ts'
import { pricedLines } from '../pricing/pricedLines.ts'
import { usePricing } from '../pricing/pricing.ts'

/** What could be added: a new item, or a line with more of it. */
type Addition = { unit: AssortmentUnit; add: (qty: number) => ItemQty | CartLine }
type Choice = { additions: Addition[]; curve: ReadonlyMap<string, number> }

/** Where the pieces of lots do not come out even, a few more are tried. */
const maxMore = 24

/** Adds to the open cart what a minimum or multiple lacks, spread as it is usually ordered. Can be undone. */
export async function fill(unmet: Unmet, currAccCode: string | undefined): Promise<void> {
  const { lines } = useCart.getState()
  const choice = await choiceFor(unmet, lines, currAccCode)
  const filled = filledCart(useCart.getState(), unmet, choice)
  if (!filled) return notifyFailure(t('ordering.unmet.noRoom'))
  const before = useCart.getState().lines
  if (!changeLines(() => ({ lines: filled }))) return
  const name = unmetName(unmet, filled)
  notifyDone(
    t('ordering.unmet.filled', { name, more: addedText(unmet, before, filled) }),
    undoInCart(() => changeLines(() => ({ lines: before }))),
  )
}

/** Lots, or pieces also for an amount. Can be more than was missing. */
function addedText(unmet: Unmet, before: CartLine[], after: CartLine[]): string {
  const measure = unmet.measure === 'lots' ? 'lots' : 'pieces'
  const count = measure === 'lots' ? totalQty : totalPieces
  return quantityText(count(after) - count(before), { ...unmet, measure })
}

/** The lines with the fewest pieces more that keep the rule; undefined if stock does not allow it. */
function filledCart(cart: Cart, unmet: Unmet, { additions, curve }: Choice): CartLine[] | undefined {
  const isMet = (lines: CartLine[]) =>
    usePricing
      .getState()
      .pricing?.unmet({ ...cart, lines })
      .every(({ ruleId }) => ruleId !== unmet.ruleId) ?? true
  const first = countNeeded(unmet, cart)
  for (let count = first; count <= first + maxMore; count += 1) {
    const { quantities } = assortmentFor(
      count,
      additions.map(({ unit }) => unit),
      curve,
    )
    const lines = withAdditions(cart, additions, quantities)
    if (quantities.size > 0 && isMet(lines)) return lines
  }
  return undefined
}

/** Pieces or lots; for an amount as many pieces as it is worth on average. */
function countNeeded({ measure, difference, currencyCode }: Unmet, cart: Cart): number {
  if (measure !== 'amount') return difference
  const counted = pricedLines(cart).filter(({ priceCurrencyCode }) => priceCurrencyCode === currencyCode)
  const pieces = counted.reduce((sum, { qty, piecesPerLot }) => sum + qty * piecesPerLot, 0)
  const amount = counted.reduce((sum, { qty, unitPrice }) => sum + qty * unitPrice, 0)
  return Math.max(1, Math.ceil((difference * pieces) / amount))
}

function withAdditions(
  cart: Cart,
  additions: Addition[],
  quantities: ReadonlyMap<string, number>,
): CartLine[] {
  const added = additions.flatMap(({ unit, add }) => {
    const qty = quantities.get(unit.id) ?? 0
    return qty > 0 ? [add(qty)] : []
  })
  const changed = new Map(added.flatMap((one) => ('productId' in one ? [[one.productId, one]] : [])))
  const lines = cart.lines.map((line) => changed.get(line.productId) ?? line)
  const items = added.flatMap((one) => ('item' in one ? [one] : []))
  return withManyAdded({ ...cart, lines }, items).lines
}

async function choiceFor(unmet: Unmet, lines: CartLine[], currAccCode: string | undefined): Promise<Choice> {
  const { target, productId, itemCode, brandId, measure, currencyCode } = unmet
  if (target === 'item' && measure !== 'lots') return itemChoice(itemCode ?? '', lines, currAccCode)
  const counted = lines.filter(
    (line) =>
      (target === 'order' ||
        line.brandId === brandId ||
        line.itemCode === itemCode ||
        line.productId === productId) &&
      (measure !== 'lots' || line.lotCode !== '') &&
      (measure !== 'amount' || line.priceCurrencyCode === currencyCode),
  )
  // More of what is ordered already, in the same shares.
  const piecesOf = ({ piecesPerLot }: CartLine) => (measure === 'lots' ? 1 : piecesPerLot)
  const additions = counted.map((line): Addition => {
    const contents = [{ size: line.productId, pieces: piecesOf(line) }]
    const maxQuantity = Math.max(0, line.inventory - line.qty)
    const add = (qty: number) => ({ ...line, qty: line.qty + qty })
    return { unit: { id: line.productId, contents, minimum: 1, multiple: 1, maxQuantity }, add }
  })
  return { additions, curve: new Map(counted.map((line) => [line.productId, line.qty * piecesOf(line)])) }
}

/** All sizes and lots of the colours that are in the cart, along the curve of the item's sizes. */
async function itemChoice(
  itemCode: string,
  lines: CartLine[],
  currAccCode: string | undefined,
): Promise<Choice> {
  const { orderType } = useCart.getState()
  const account = currAccCode ? { currAccCode } : {}
  const [{ data: found }, { data: usual }] = await Promise.all([
    api.post('/api/Shop/GetCategoryProducts', { itemCode, orderType, limit: 200, ...account }),
    api.get('/api/Shop/GetSizeCurve', { itemCode, ...account }),
  ])
  const weights = new Map(usual.sizes.map(({ size, pieces }) => [size, pieces]))
  const curve = new Map<string, number>()
  const additions: Addition[] = []
  for (const product of found.products) {
    const ordered = lines.filter((line) => line.itemCode === itemCode && line.colorCode === product.colorCode)
    const share = ordered.reduce((sum, { qty, piecesPerLot }) => sum + qty * piecesPerLot, 0)
    if (share === 0) continue
    const keyOf = (size: string) => JSON.stringify([product.colorCode, size])
    for (const unit of unitsOf(product)) {
      const contents = unit.contents.map(({ size, pieces }) => ({ size: keyOf(size), pieces }))
      for (const { size } of unit.contents) curve.set(keyOf(size), share * (weights.get(size) ?? 0))
      additions.push({ unit: { ...unit, contents }, add: (qty) => ({ product, item: unit.item, qty }) })
    }
  }
  return { additions, curve }
}

/** What can still be ordered of a product beside the cart. */
export function unitsOf(product: Product): (AssortmentUnit & { item: ProductItem })[] {
  const cart = useCart.getState()
  return product.items.flatMap((item) => {
    if (item.unitPrice === undefined) return []
    const ordered = cart.lines.find(({ productId }) => productId === item.productId)?.qty ?? 0
    const contents = item.lotCode ? lotSizesOf(item) : [{ size: item.itemDim1Code, pieces: 1 }]
    const maxQuantity = availableQty(cart, item.productId, item.inventory) - ordered
    if (!contents || maxQuantity <= 0) return []
    return [
      {
        id: item.productId,
        item,
        contents,
        minimum: ordered > 0 ? 1 : (item.minQty ?? 1),
        multiple: 1,
        maxQuantity,
      },
    ]
  })
}
