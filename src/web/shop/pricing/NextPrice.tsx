import { formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useCart } from '../cart/stored/cartStore.ts'
import { type Offer, usePricing } from './pricing.ts'

/** The nearest tier of pieces that makes the price lower; nothing without one. */
export function NextPrice({ product, item }: Offer) {
  const pricing = usePricing((state) => state.pricing)
  const text = useCart((cart) => {
    const why = pricing?.hasRules(product) ? pricing.whyOffer({ product, item }, cart) : undefined
    const { missing, unitPrice, step } = why?.next ?? {}
    if (!why || unitPrice === undefined || step?.basis === 'orderAmount') return undefined
    const key = step?.basis === 'brandPieces' ? 'price.next.brandPieces' : 'price.next.itemPieces'
    return t(key, { count: missing ?? 0, effect: formatMoney(unitPrice, why.currencyCode) })
  })
  return text && <span>{text}</span>
}
