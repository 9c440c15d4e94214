import type { MessageKey } from '#shared/i18n/keys.ts'
import type { NextTier, PriceStep } from './pricing.ts'

/** How prices are told in the reader's language, on screens and in documents. */
export type PriceVoice = {
  say: (key: MessageKey, values?: Record<string, string | number>) => string
  money: (amount: number, currencyCode: string) => string
  /** Up to three decimals. */
  number: (value: number) => string
}

/** Sezon −%10 */
export function stepText(step: PriceStep, currencyCode: string, voice: PriceVoice): string {
  const from = fromText(step, currencyCode, voice)
  const name = step.by ? voice.say(`price.by.${step.by}`) : step.name
  return `${name}${from ? ` (${from})` : ''} ${effectText(step, currencyCode, voice)}`
}

/** −%20+5 */
export function effectText(
  { percents, fixed, off = 0 }: Pick<PriceStep, 'percents' | 'fixed' | 'off'>,
  currencyCode: string,
  { say, money, number }: PriceVoice,
): string {
  if (percents) return say('price.percentOff', { percents: percents.map(number).join('+') })
  if (fixed !== undefined) return say('price.fixed', { price: money(fixed, currencyCode) })
  return say('price.amountOff', { amount: money(off, currencyCode) })
}

/** '' where the rule always applies. */
export function fromText(
  { basis, from }: Pick<PriceStep, 'basis' | 'from'>,
  currencyCode: string,
  { say, money }: PriceVoice,
): string {
  if (basis === 'none') return ''
  if (basis === 'orderAmount') return say('price.from.orderAmount', { amount: money(from, currencyCode) })
  return say(`price.from.${basis}`, { count: from })
}

/** 12 adet daha: −%3 */
export function nextText({ missing, step }: NextTier, currencyCode: string, voice: PriceVoice): string {
  const { say, money } = voice
  const effect = effectText(step, currencyCode, voice)
  if (step.basis === 'orderAmount')
    return say('price.next.orderAmount', { amount: money(missing, currencyCode), effect })
  return say(step.basis === 'brandPieces' ? 'price.next.brandPieces' : 'price.next.itemPieces', {
    count: missing,
    effect,
  })
}
