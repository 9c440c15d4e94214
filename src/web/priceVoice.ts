import type { PriceVoice } from '#shared/priceWords.ts'
import { formatMoney } from './format.ts'
import { locale, t } from './i18n.ts'
import { numberText } from './numberText.ts'

export const priceVoice: PriceVoice = {
  // A line could end after the minus of an amount, though not of a number.
  say: (key, values) => (key === 'price.amountOff' ? t(key, values).replace('−', '−\u2060') : t(key, values)),
  money: formatMoney,
  number: (value) => numberText(value, locale),
}
