import { fromMinor } from '#shared/numbers/money.ts'
import type { RateSum } from '#shared/pricing/tax.ts'
import { formatMoney } from '#web/format.ts'
import { direction, locale, t } from '#web/i18n.ts'
import { numberText } from '#web/numberText.ts'

export const percentText = (percent: number) => numberText(percent, locale)

/** VAT 20% on ₺1,000.00 */
export const rateName = ({ percent, netMinor }: RateSum, currency: string): string =>
  t('tax.rate', {
    percent: percentText(percent),
    net: isolated(formatMoney(fromMinor(netMinor), currency)),
  })

/** Keeps an amount in order within right-to-left text. */
const isolated = (text: string) => (direction === 'rtl' ? `\u2068${text}\u2069` : text)
