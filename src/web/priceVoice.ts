import type { PriceVoice } from '#shared/pricing/priceWords.ts'
import { formatMoney } from './format.ts'
import { locale, t } from './i18n.ts'
import { numberText } from './numberText.ts'

export const priceVoice: PriceVoice = {
  // A line could end after the minus of an amount or a percent sign, though not of a number.
  say: (key, values) => t(key, values).replace(/−(?![\d\u2060])/, '−\u2060'),
  money: formatMoney,
  number: (value) => numberText(value, locale),
}
