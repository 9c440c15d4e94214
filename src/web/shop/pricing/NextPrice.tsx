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
    const basis = step?.basis
    if (!why || unitPrice === undefined || (basis !== 'itemPieces' && basis !== 'brandPieces'))
      return undefined
    return t(`price.next.${basis}`, { count: missing ?? 0, effect: formatMoney(unitPrice, why.currencyCode) })
  })
  return text && <span>{text}</span>
}
