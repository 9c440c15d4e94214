import { nextText, stepText } from '#shared/pricing/priceWords.ts'
import { formatMoney } from '#web/format.ts'
import { direction, t } from '#web/i18n.ts'
import { priceVoice } from '#web/priceVoice.ts'
import { Money } from '#web/ui/Money.tsx'
import type { WhyPrice } from './pricing.ts'
import classes from './Why.module.css'

/** From the list price step by step to what it costs, and what would make it cheaper. */
export function Why({ listPrice, currencyCode, unitPrice, steps, next }: WhyPrice) {
  return (
    <div className={classes.why}>
      <dl className={classes.steps}>
        <dt>{t('price.list')}</dt>
        <dd>
          <Money amount={listPrice} currency={currencyCode} />
        </dd>
        {steps.map((step) => (
          <Step key={step.ruleId ?? step.by} text={stepText(step, currencyCode, priceVoice)}>
            {formatMoney(step.unitPrice, currencyCode)}
          </Step>
        ))}
        {steps.length === 0 && unitPrice !== listPrice && (
          <Step text={t('price.agreed')}>{formatMoney(unitPrice, currencyCode)}</Step>
        )}
      </dl>
      {next && (
        <p className={classes.next}>
          {nextText(next, currencyCode, priceVoice)}{' '}
          <span className={classes.then}>
            {direction === 'rtl' ? '←' : '→'} <Money amount={next.unitPrice} currency={currencyCode} />
          </span>
        </p>
      )}
    </div>
  )
}

function Step({ text, children }: { text: string; children: string }) {
  return (
    <>
      <dt>
        <bdi>{text}</bdi>
      </dt>
      <dd>
        <bdi className="number">{children}</bdi>
      </dd>
    </>
  )
}
