import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import type { LinePrice, NextTier } from '#shared/pricing/pricing.ts'
import type { BrokenLimit } from '#shared/pricing/quantities.ts'
import { settings } from '#web/settings.ts'
import type { Cart, CartLine } from '../cart/stored/cart.ts'
import { useCart } from '../cart/stored/cartStore.ts'

export type Basket = Pick<Cart, 'lines' | 'editing' | 'discount' | 'campaignCode'>
export type Offer = { product: Product; item: ProductItem }

/** A price of one unit, what it was made from, and the nearest tier that makes it lower. */
export type WhyPrice = LinePrice & { listPrice: number; currencyCode: string; next: NextTier | undefined }

/** An amended order's line that lost the condition of its price. Prices are before an agent's discounts. */
export type LostPrice = { line: CartLine; was: number; now: number }

/** Works out prices, given what is in the cart. */
export type Pricing = {
  /** The lines at their prices. */
  priced(basket: Basket): CartLine[]
  /** Price of one unit of a line. */
  linePrice(productId: string, basket: Basket): number | undefined
  /** Price of one unit; undefined without a list price. */
  offerPrice(offer: Offer, basket: Basket): number | undefined
  whyLine(line: CartLine, basket: Basket): WhyPrice
  whyOffer(offer: Offer, basket: Basket): WhyPrice | undefined
  hasRules(of: Product | CartLine): boolean
  /** Minimums, multiples and maximums that the cart breaks; the same array for the same cart. */
  brokenLimits(basket: Basket): BrokenLimit[]
  /** Agreed prices that an amendment does not keep; the same array for the same cart. */
  lost(basket: Basket): LostPrice[]
  /** Whether the cart's campaign code opens any rule; absent without a code. */
  isCodeKnown: boolean | undefined
  /** After too many unknown codes: when the next one is checked. */
  codeRetrySeconds: number | undefined
}

/** What a price is for, and how it was made. */
export type Explained = {
  of: Product | CartLine
  why: (pricing: Pricing, cart: Cart) => WhyPrice | undefined
}

/** Components that show prices. */
type PriceViews = {
  ListPrice: ComponentType<{ amount: number; currency: string }>
  LostPrices: ComponentType
  NextPrice: ComponentType<Offer>
  WhyButton: ComponentType<Explained>
}

type Known = {
  hasRules: boolean
  pricing: Pricing | undefined
  /** Come with `pricing`, so that they need no connection of their own. */
  views?: PriceViews
  /** By product id, the new prices that a refused order was answered with. */
  refusedPrices?: ReadonlyMap<string, number>
}

/**
 * `pricing`: undefined while the rules are loading, and always for tenants without rules: then list prices
 * apply, unless an agent gives a discount. The work is done by a part that loads later.
 */
export const usePricing = create<Known>(() => ({
  hasRules: settings.hasPriceRules === true,
  pricing: undefined,
}))

/** Prices are not known yet, so none is shown. */
export const usePricesPending = () => usePricing(({ hasRules, pricing }) => hasRules && pricing === undefined)

/** What one unit of a line of the cart costs. */
export function useLinePrice({ productId, unitPrice }: CartLine): number {
  const pricing = usePricing((state) => state.pricing)
  return useCart((cart) => pricing?.linePrice(productId, cart) ?? unitPrice)
}

/** What one unit costs, given the cart. */
export function useOfferPrice({ product, item }: Offer): number | undefined {
  const pricing = usePricing((state) => state.pricing)
  return useCart((cart) => pricing?.offerPrice({ product, item }, cart) ?? item.unitPrice)
}

/**
 * Whether rules reduce a list price to 0: then it cannot be ordered. Once in the cart, an agent may have
 * discounted it fully.
 */
export const isGivenAway = ({ unitPrice }: ProductItem, price: number | undefined, qty: number) =>
  qty === 0 && price === 0 && unitPrice !== 0

/** Price of the unit with a product's lowest list price; undefined while prices are not known. */
export function useProductPrice(product: Product): number | undefined {
  const item = cheapestOf(product)
  const isPending = usePricesPending()
  const pricing = usePricing((state) => state.pricing)
  const price = useCart((cart) => (item && pricing?.offerPrice({ product, item }, cart)) ?? item?.unitPrice)
  return isPending ? undefined : price
}

const none: BrokenLimit[] = []

/** The agreed minimums, multiples and maximums that the open cart breaks. */
export function useBrokenLimits(): BrokenLimit[] {
  const pricing = usePricing((state) => state.pricing)
  return useCart((cart) => pricing?.brokenLimits(cart) ?? none)
}

/** The size or lot whose list price a card shows: the lowest. */
export const cheapestOf = ({ items, unitPrice }: Product): ProductItem | undefined =>
  items.find((item) => item.unitPrice === unitPrice)
