import { useQuery } from '@tanstack/react-query'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { percentOf } from '#shared/pricing/tax.ts'
import { api } from '#web/api.ts'
import { locale, t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Money } from '#web/ui/Money.tsx'
import { cheapestOf, type Offer, useOfferPrice } from '../pricing/pricing.ts'
import classes from './ItemHead.module.css'

const wholePercent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

/** What the wholesaler recommends to ask of consumers, and what of that is left to the buyer. */
export function RetailPrice({ product }: { product: Product }) {
  const userId = useSession((session) => session.user?.id)
  const { itemCode } = product
  const { data } = useQuery({
    queryKey: ['retailPrices', userId, itemCode],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Shop/GetRetailPrices', { itemCode }, { signal })).data,
    enabled: settings.retailPrices !== undefined,
  })
  const item = cheapestOf(product)
  const retail = data?.find(({ productId }) => productId === item?.productId)
  if (!item || !retail) return null
  return (
    <p className={classes.brand}>
      {t('ordering.item.retailPrice')} <Money amount={retail.unitPrice} currency={retail.currencyCode} />
      {retail.currencyCode === item.currencyCode && (
        <Margin offer={{ product, item }} retailPrice={retail.unitPrice} />
      )}
    </p>
  )
}

/** What is left of the retail price without VAT, as the buyer's price has none. */
function Margin({ offer, retailPrice }: { offer: Offer; retailPrice: number }) {
  const price = useOfferPrice(offer)
  const rate = percentOf(settings.tax?.rates ?? [], 'domestic', offer.product.taxCode) ?? 0
  const net = settings.retailPrices?.haveTax ? retailPrice / (1 + rate / 100) : retailPrice
  if (price === undefined || price >= net) return null
  return <> · {t('ordering.item.margin', { percent: wholePercent.format((net - price) / net) })}</>
}
