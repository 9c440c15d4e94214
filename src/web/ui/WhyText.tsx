import { VisuallyHidden } from '@mantine/core'
import { stepText } from '#shared/pricing/priceWords.ts'
import type { PriceStep } from '#shared/pricing/pricing.ts'
import { t } from '../i18n.ts'
import { priceVoice } from '../priceVoice.ts'
import { Money } from './Money.tsx'

type Line = {
  listPrice?: number | undefined
  priceSteps?: PriceStep[] | undefined
  priceCurrencyCode: string
}

/** What an ordered price was made from: the list price, then each step. Stands in something with a position. */
export function WhyText({ line: { listPrice, priceSteps = [], priceCurrencyCode } }: { line: Line }) {
  if (listPrice === undefined) return null
  return (
    <>
      <VisuallyHidden>{t('price.list')} </VisuallyHidden>
      <s>
        <Money amount={listPrice} currency={priceCurrencyCode} />
      </s>
      {priceSteps.map((step) => (
        <span key={step.ruleId ?? step.by}>
          {' · '}
          <bdi>{stepText(step, priceCurrencyCode, priceVoice)}</bdi>
        </span>
      ))}
    </>
  )
}
