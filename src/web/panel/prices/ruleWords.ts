import { nameSeparator, type PriceRuleRow } from '#shared/pricing/priceRules.ts'
import { effectText, fromText } from '#shared/pricing/priceWords.ts'
import type { PriceTier } from '#shared/pricing/pricing.ts'
import type { QuantityRuleRow } from '#shared/pricing/quantityRules.ts'
import { language, t } from '#web/i18n.ts'
import { priceVoice } from '#web/priceVoice.ts'
import { formatDay } from '#web/ui/days/days.ts'

type For = Pick<PriceRuleRow, 'audience' | 'priceGroup' | 'currAccCode' | 'accountName'>
type Of = Pick<
  PriceRuleRow,
  'target' | 'brandName' | 'categoryName' | 'itemCode' | 'itemDescription' | 'colorCode' | 'colorDescription'
>
type Effect = Pick<PriceRuleRow, 'basis' | 'effect' | 'currencyCode'>
type Days = Pick<PriceRuleRow, 'validFrom' | 'validUntil'>

export function audienceText({ audience, priceGroup, currAccCode, accountName }: For): string {
  if (audience === 'everybody') return t('panel.price.audience.everybody')
  if (audience === 'priceGroup') return t('panel.price.inGroup', { group: priceGroup ?? '' })
  return [accountName, currAccCode].filter(Boolean).join(' · ')
}

export function targetText(rule: Of): string {
  const { target, brandName, categoryName, itemCode, itemDescription, colorCode, colorDescription } = rule
  if (target === 'all') return t('panel.price.target.all')
  if (target === 'brand') return severalText(brandName)
  if (target === 'category') return severalText(categoryName)
  const item = [itemDescription, itemCode].filter(Boolean).join(' · ')
  return target === 'item' ? item : `${item} · ${colorDescription ?? colorCode}`
}

/** One or several names. */
const severalText = (names: string | undefined) =>
  names?.replaceAll(nameSeparator, ', ') ?? t('panel.price.gone')

export function quantityTargetText(
  rule: Pick<QuantityRuleRow, 'target' | 'brandName' | 'itemCode' | 'itemDescription' | 'variantName'>,
): string {
  const { target, brandName, itemCode, itemDescription, variantName } = rule
  if (target === 'order') return t('panel.quantity.target.order')
  if (target === 'item') return [itemDescription, itemCode].filter(Boolean).join(' · ')
  return (target === 'brand' ? brandName : variantName) ?? t('panel.price.gone')
}

/** 100 parçadan itibaren −%3 */
export function tierText(tier: PriceTier, { basis, effect, currencyCode = '' }: Effect): string {
  const { from, percents, amount = 0 } = tier
  const start = fromText({ basis, from }, currencyCode, priceVoice)
  const what = effect === 'percent' ? { percents } : effect === 'fixed' ? { fixed: amount } : { off: amount }
  const text = effectText(what, currencyCode, priceVoice)
  return start ? `${start} ${text}` : text
}

export function daysText({ validFrom, validUntil }: Days): string {
  if (!validFrom && !validUntil) return t('panel.price.always')
  const day = (one: string | undefined) => (one ? formatDay(one, language) : '…')
  return `${day(validFrom)} – ${day(validUntil)}`
}
