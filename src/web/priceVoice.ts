import type { PriceVoice } from '#shared/priceWords.ts'
import { formatMoney } from './format.ts'
import { locale, t } from './i18n.ts'
import { numberText } from './numberText.ts'

export const priceVoice: PriceVoice = {
  say: t,
  money: formatMoney,
  number: (value) => numberText(value, locale),
}
