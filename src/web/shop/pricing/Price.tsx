import type { Product } from '#shared/catalogue/catalogue.ts'
import { Money } from '#web/ui/Money.tsx'
import classes from './Price.module.css'
import {
  cheapestOf,
  type Explained,
  type Offer,
  useOfferPrice,
  usePricesPending,
  usePricing,
} from './pricing.ts'

/** Price of the unit with a product's lowest list price. */
export function ProductPrice({ product }: { product: Product }) {
  const item = cheapestOf(product)
  return item && <OfferPrice product={product} item={item} />
}

/** What more pieces would make the price of a product. */
export function NextPrice({ product }: { product: Product }) {
  const item = cheapestOf(product)
  const views = usePricing((state) => state.views)
  return item && views && <views.NextPrice product={product} item={item} />
}

type OfferProps = Offer & {
  /** False where the same price is explained next to it. */
  isExplained?: boolean
}

/** Price of one unit, given the cart; the list price is struck out where it is higher. */
export function OfferPrice({ product, item, isExplained = true }: OfferProps) {
  const price = useOfferPrice({ product, item })
  const { unitPrice: listPrice, currencyCode } = item
  if (listPrice === undefined || !currencyCode || price === undefined) return null
  return (
    <Shown
      price={price}
      listPrice={listPrice}
      currency={currencyCode}
      of={product}
      why={isExplained && ((pricing, cart) => pricing.whyOffer({ product, item }, cart))}
    />
  )
}

type ShownProps = Pick<Explained, 'of'> & {
  price: number
  listPrice: number
  currency: string
  why: Explained['why'] | false
}

export function Shown({ price, listPrice, currency, of, why }: ShownProps) {
  const views = usePricing((state) => state.views)
  if (usePricesPending()) return <span className={classes.pending} />
  return (
    <span className={classes.price}>
      {price < listPrice && views && <views.ListPrice amount={listPrice} currency={currency} />}
      <Money amount={price} currency={currency} />
      {why && views && <views.WhyButton of={of} why={why} />}
    </span>
  )
}
