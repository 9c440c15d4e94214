import { fromMinor } from '#shared/money.ts'
import type { RateSum } from '#shared/tax.ts'
import { formatMoney } from '#web/format.ts'
import { locale, t } from '#web/i18n.ts'
import { numberText } from '#web/numberText.ts'

export const percentText = (percent: number) => numberText(percent, locale)

/** VAT 20% on ₺1,000.00 */
export const rateName = ({ percent, netMinor }: RateSum, currency: string): string =>
  t('tax.rate', { percent: percentText(percent), net: formatMoney(fromMinor(netMinor), currency) })
