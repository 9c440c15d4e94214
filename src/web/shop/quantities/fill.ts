import { type AssortmentUnit, assortmentFor } from '#shared/catalogue/assortment.ts'
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import type { CurveSource } from '#shared/catalogue/curve.ts'
import { lotSizesOf } from '#shared/catalogue/lots.ts'
import type { BrokenLimit, Wall } from '#shared/pricing/quantities.ts'
import { api } from '#web/api.ts'
import { brokenLimitName, quantityText } from '#web/brokenLimitWords.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import { withManyAdded } from '../cart/lines/manyLines.ts'
import { availableQty, type Cart, type CartLine, type ItemQty, totalQty } from '../cart/stored/cart.ts'
import { changeLines, useCart } from '../cart/stored/cartStore.ts'
import { undoInCart } from '../cart/stored/undoInCart.ts'
import { totalPieces } from '../cart/totals/totals.ts'
import { pricedLines } from '../pricing/pricedLines.ts'
import { usePricing } from '../pricing/pricing.ts'

/** What could be added: a new item, or a line with more of it. */
type Addition = { unit: AssortmentUnit; add: (qty: number) => ItemQty | CartLine }
type Choice = { additions: Addition[]; curve: ReadonlyMap<string, number>; source?: CurveSource }

/** Where the pieces of lots do not come out even, a few more are tried. */
const maxMore = 24

/** Adds what a minimum or multiple lacks to the open cart, in the usual proportions. Can be undone. */
export async function fill(brokenLimit: BrokenLimit, currAccCode: string | undefined): Promise<void> {
  const { lines } = useCart.getState()
  const choices = await choicesFor(brokenLimit, lines, currAccCode)
  const cart = useCart.getState()
  const found = firstOf(choices, (choice) => {
    const filledLines = filledCart(cart, brokenLimit, choice)
    return filledLines && { lines: filledLines, source: choice.source }
  })
  if (!found) return notifyFailure(t('ordering.unmet.noRoom'))
  const before = useCart.getState().lines
  if (!changeLines(() => ({ lines: found.lines }))) return
  const name = brokenLimitName(brokenLimit, found.lines)
  const done = t('ordering.unmet.filled', { name, more: addedText(brokenLimit, before, found.lines) })
  notifyDone(
    found.source ? `${done} · ${t(`ordering.spread.as.${found.source}`)}` : done,
    undoInCart(() => changeLines(() => ({ lines: before }))),
  )
}

function firstOf<One, Found>(all: readonly One[], find: (one: One) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** Lots, or pieces also for an amount. Can be more than was missing. */
function addedText(brokenLimit: BrokenLimit, before: CartLine[], after: CartLine[]): string {
  const measure = brokenLimit.measure === 'lots' ? 'lots' : 'pieces'
  const count = measure === 'lots' ? totalQty : totalPieces
  return quantityText(count(after) - count(before), { ...brokenLimit, measure })
}

/** The lines with the fewest added pieces that keep the rule; undefined if stock or a maximum prevents it. */
function filledCart(
  cart: Cart,
  brokenLimit: BrokenLimit,
  { additions, curve }: Choice,
): CartLine[] | undefined {
  const brokenLimitsIn = (lines: CartLine[]) =>
    usePricing.getState().pricing?.brokenLimits({ ...cart, lines }) ?? []
  const overBefore = new Set(
    brokenLimitsIn(cart.lines).flatMap((one) => (one.kind === 'maximum' ? [one.ruleId] : [])),
  )
  const isMet = (lines: CartLine[]) =>
    brokenLimitsIn(lines).every(
      ({ ruleId, kind }) => ruleId !== brokenLimit.ruleId && (kind !== 'maximum' || overBefore.has(ruleId)),
    )
  const first = countNeeded(brokenLimit, cart)
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

/** Pieces or lots to add; for an amount, the number of pieces that it buys on average. */
function countNeeded({ measure, difference, currencyCode }: BrokenLimit, cart: Cart): number {
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

/** The choices to try in turn. For an item: first the ordered colours, then all colours. */
async function choicesFor(
  brokenLimit: BrokenLimit,
  lines: CartLine[],
  currAccCode: string | undefined,
): Promise<Choice[]> {
  const { target, productId, itemCode, brandId, measure, currencyCode } = brokenLimit
  if (target === 'item' && measure !== 'lots') return itemChoices(itemCode ?? '', lines, currAccCode)
  const counted = lines.filter(
    (line) =>
      (target === 'order' ||
        line.brandId === brandId ||
        line.itemCode === itemCode ||
        line.productId === productId) &&
      (measure !== 'lots' || line.lotCode !== '') &&
      (measure !== 'amount' || line.priceCurrencyCode === currencyCode),
  )
  // More of what is already ordered, in the same shares.
  const piecesOf = ({ piecesPerLot }: CartLine) => (measure === 'lots' ? 1 : piecesPerLot)
  const additions = counted.map((line): Addition => {
    const contents = [{ size: line.productId, pieces: piecesOf(line) }]
    const maxQuantity = Math.max(0, line.inventory - line.qty)
    const add = (qty: number) => ({ ...line, qty: line.qty + qty })
    return { unit: { id: line.productId, contents, minimum: 1, multiple: 1, maxQuantity }, add }
  })
  return [{ additions, curve: new Map(counted.map((line) => [line.productId, line.qty * piecesOf(line)])) }]
}

/** The colours of an item that can be ordered. */
async function colorsOf(itemCode: string, currAccCode: string | undefined): Promise<Product[]> {
  const { orderType } = useCart.getState()
  const asked = { itemCode, orderType, limit: 200, ...(currAccCode ? { currAccCode } : {}) }
  return queryClient.fetchQuery({
    queryKey: ['itemColorsToOrder', asked],
    queryFn: async () => (await api.post('/api/Shop/GetCategoryProducts', asked)).data.products,
  })
}

/** All sizes and lots of the colours in the cart, along the item's size curve; then those of all colours. */
async function itemChoices(
  itemCode: string,
  lines: CartLine[],
  currAccCode: string | undefined,
): Promise<Choice[]> {
  const account = currAccCode ? { currAccCode } : {}
  const [colors, { data: usual }] = await Promise.all([
    colorsOf(itemCode, currAccCode),
    api.get('/api/Shop/GetSizeCurve', { itemCode, ...account }),
  ])
  const weights = new Map(usual.sizes.map(({ size, pieces }) => [size, pieces]))
  const piecesOf = ({ colorCode }: Product) =>
    totalPieces(lines.filter((line) => line.itemCode === itemCode && line.colorCode === colorCode))
  const ordered = colors.filter((color) => piecesOf(color) > 0)
  const { source } = usual
  return [
    { ...alongCurve(ordered, piecesOf, weights), source },
    { ...alongCurve(colors, () => 1, weights), source },
  ]
}

function alongCurve(
  colors: readonly Product[],
  shareOf: (color: Product) => number,
  weights: ReadonlyMap<string, number>,
): Choice {
  const curve = new Map<string, number>()
  const additions: Addition[] = []
  for (const product of colors) {
    const share = shareOf(product)
    const keyOf = (size: string) => JSON.stringify([product.colorCode, size])
    for (const unit of unitsOf(product)) {
      const contents = unit.contents.map(({ size, pieces }) => ({ size: keyOf(size), pieces }))
      for (const { size } of unit.contents) curve.set(keyOf(size), share * (weights.get(size) ?? 0))
      additions.push({ unit: { ...unit, contents }, add: (qty) => ({ product, item: unit.item, qty }) })
    }
  }
  return { additions, curve }
}

/** Walls by rule id, where the stock of an item, size or lot is not enough for what is missing. */
export async function stockWalls(
  all: readonly BrokenLimit[],
  currAccCode: string | undefined,
): Promise<Map<string, Wall>> {
  const walls = new Map<string, Wall>()
  for (const brokenLimit of all) {
    const { kind, target, productId, measure, counted, difference, ruleId } = brokenLimit
    const { lines } = useCart.getState()
    const itemCode = brokenLimit.itemCode ?? lines.find((line) => line.productId === productId)?.itemCode
    // For a brand or an order, other items can be added. What an amount needs depends on which are added.
    const isLimited = (target === 'item' || target === 'variant') && measure !== 'amount'
    if (kind === 'maximum' || brokenLimit.wall || !isLimited || !itemCode) continue
    const units = (await colorsOf(itemCode, currAccCode))
      .flatMap(leftOf)
      .filter(({ item }) => target === 'item' || item.productId === productId)
    const left = units.reduce((sum, { item, qty }) => sum + qty * countOf(item, measure), 0)
    if (left < difference) walls.set(ruleId, { by: 'stock', most: counted + left })
  }
  return walls
}

const countOf = ({ lotCode, piecesPerLot }: ProductItem, measure: BrokenLimit['measure']) =>
  measure === 'pieces' ? piecesPerLot : lotCode ? 1 : 0

/** How much of a product can still be ordered on top of the cart, in units. */
function leftOf({ items }: Product): { item: ProductItem; ordered: number; qty: number }[] {
  const cart = useCart.getState()
  return items.flatMap((item) => {
    if (item.unitPrice === undefined) return []
    const ordered = cart.lines.find(({ productId }) => productId === item.productId)?.qty ?? 0
    const qty = availableQty(cart, item.productId, item.inventory) - ordered
    return qty > 0 ? [{ item, ordered, qty }] : []
  })
}

/** What can still be ordered of a product on top of the cart. */
export function unitsOf(product: Product): (AssortmentUnit & { item: ProductItem })[] {
  return leftOf(product).flatMap(({ item, ordered, qty: maxQuantity }) => {
    const contents = item.lotCode ? lotSizesOf(item) : [{ size: item.itemDim1Code, pieces: 1 }]
    if (!contents) return []
    const minimum = ordered > 0 ? 1 : (item.minQty ?? 1)
    return [{ id: item.productId, item, contents, minimum, multiple: 1, maxQuantity }]
  })
}
