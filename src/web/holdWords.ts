import type { HoldReason } from '#shared/orders/holds.ts'
import { formatMoney } from './format.ts'
import { locale, t } from './i18n.ts'
import { numberText } from './numberText.ts'

/** Why an order waits: ₺100,00 over the credit limit. Guests are not told amounts. */
export function holdText({ kind, amount, currency = '', percent, maxPercent }: HoldReason): string {
  if (kind === 'limit' && amount !== undefined)
    return t('hold.limitBy', { amount: formatMoney(amount, currency) })
  if (kind === 'overdue' && amount !== undefined)
    return t('hold.overdueBy', { amount: formatMoney(amount, currency) })
  if (kind === 'rate' && currency) return t('hold.rateOf', { currency })
  if (kind === 'discount' && percent !== undefined && maxPercent !== undefined)
    return t('hold.discountBy', {
      percent: numberText(percent, locale),
      limit: numberText(maxPercent, locale),
    })
  return t(`hold.${kind}`)
}
