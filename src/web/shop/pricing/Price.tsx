import { type ReactNode, Suspense, useState } from 'react'
import type { Product } from '#shared/catalogue.ts'
import { t } from '#web/i18n.ts'
import { DropMenu } from '#web/ui/DropMenu.tsx'
import { LineIcon } from '#web/ui/LineIcon.tsx'
import { Money } from '#web/ui/Money.tsx'
import type { Cart, CartLine } from '../cart/cart.ts'
import { useCart } from '../cart/cartStore.ts'
import { lazyPart } from '../lazy.ts'
import classes from './Price.module.css'
import {
  cheapestOf,
  type Offer,
  type Pricing,
  useOfferPrice,
  usePricesPending,
  usePricing,
  type WhyPrice,
} from './pricing.ts'

const Why = lazyPart(async () => (await import('./Why.tsx')).Why)

/** Of a product's lowest list price. */
export function ProductPrice({ product }: { product: Product }) {
  const item = cheapestOf(product)
  return item && <OfferPrice product={product} item={item} />
}

/** Of one unit beside the cart; the list price is struck out where it is higher. */
export function OfferPrice({ product, item }: Offer) {
  const price = useOfferPrice({ product, item })
  const { unitPrice: listPrice, currencyCode } = item
  if (listPrice === undefined || !currencyCode || price === undefined) return null
  return (
    <Shown price={price} listPrice={listPrice} currency={currencyCode}>
      <WhyButton of={product} why={(pricing, cart) => pricing.whyOffer({ product, item }, cart)} />
    </Shown>
  )
}

type ShownProps = { price: number; listPrice: number; currency: string; children: ReactNode }

export function Shown({ price, listPrice, currency, children }: ShownProps) {
  if (usePricesPending()) return <span className={classes.pending} />
  return (
    <span className={classes.price}>
      {price < listPrice && (
        <s className={classes.list}>
          <Money amount={listPrice} currency={currency} />
        </s>
      )}
      <Money amount={price} currency={currency} />
      {children}
    </span>
  )
}

type WhyProps = {
  of: Product | CartLine
  why: (pricing: Pricing, cart: Cart) => WhyPrice | undefined
}

/** Opens the steps of a price; nothing where no rule can change it. */
export function WhyButton({ of, why }: WhyProps) {
  const hasRules = usePricing(({ pricing }) => pricing?.hasRules(of) ?? false)
  const [isAsked, setIsAsked] = useState(false)
  if (!hasRules) return null
  return (
    <DropMenu
      label={t('price.why')}
      className={classes.why}
      button={<LineIcon name="info" size={16} />}
      onOpen={() => setIsAsked(true)}
    >
      {isAsked && (
        <Suspense>
          <WhyNow why={why} />
        </Suspense>
      )}
    </DropMenu>
  )
}

/** Follows the cart. */
function WhyNow({ why }: Pick<WhyProps, 'why'>) {
  const pricing = usePricing((state) => state.pricing)
  const cart = useCart()
  const found = pricing && why(pricing, cart)
  return found && <Why {...found} />
}
