import { IconAlertTriangle, IconArrowsExchange } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { dayOf } from '#shared/clock.ts'
import { pages } from '#shared/pages.ts'
import type { EnteredRate } from '#shared/pricing/rates.ts'
import { t } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { useMayOpen } from '../access.ts'
import { IconButton } from '../IconButton.tsx'
import { formatDay } from './days.ts'
import classes from './RatesLine.module.css'
import { rateText, useRates } from './rates.ts'

const RatesDialog = lazy(async () => ({ default: (await import('./RatesDialog.tsx')).RatesDialog }))

/** The rates used for totals, and currencies without one. */
export function RatesLine({ currencies }: { currencies: string[] }) {
  const rates = useRates()
  const mayEnter = useMayOpen(pages.settings)
  const [isOpen, setIsOpen] = useState(false)
  if (rates.error) return <Failure error={rates.error} onRetry={() => void rates.refetch()} />
  if (!rates.data) return null
  const { currency, rates: entered } = rates.data
  const foreign = currencies.filter((code) => code !== currency)
  if (foreign.length === 0) return null
  const used = entered.filter((rate) => foreign.includes(rate.currency))
  const missing = foreign.filter((code) => used.every((rate) => rate.currency !== code))
  return (
    <section className={classes.rates} aria-label={t('panel.rates.title')}>
      {used.length > 0 && (
        <p className={classes.line}>
          {t('panel.rates.at', { currency })}{' '}
          {used.map((rate) => (
            <UsedRate key={rate.currency} rate={rate} currency={currency} />
          ))}
        </p>
      )}
      {missing.length > 0 && (
        <p className={classes.missing}>
          <IconAlertTriangle className={classes.sign} size={18} aria-hidden />
          {t('panel.rates.missing', { currencies: missing.join(', ') })}
        </p>
      )}
      {mayEnter && (
        <IconButton
          Icon={IconArrowsExchange}
          variant={missing.length > 0 ? 'light' : 'subtle'}
          size="compact-md"
          className={classes.button}
          onClick={() => setIsOpen(true)}
        >
          {t('panel.rates.enter')}
        </IconButton>
      )}
      {isOpen && (
        <Suspense>
          <RatesDialog
            currency={currency}
            entered={entered}
            missing={missing}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

function UsedRate({ rate, currency }: { rate: EnteredRate; currency: string }) {
  return (
    <span className={classes.used}>
      <bdi dir="ltr">{rateText(rate, currency)}</bdi> (
      {formatDay(dayOf(new Date(rate.enteredAt), settings.timeZone))})
    </span>
  )
}
