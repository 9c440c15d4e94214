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
import classes from './RateNotes.module.css'
import { rateText, useRates } from './rates.ts'

const RatesDialog = lazy(async () => ({ default: (await import('./RatesDialog.tsx')).RatesDialog }))

/** The rates used for totals. */
export function UsedRates({ currencies }: { currencies: string[] }) {
  const rates = useRates()
  if (rates.error) return <Failure error={rates.error} onRetry={() => void rates.refetch()} />
  const used = rates.data?.rates.filter(({ currency }) => currencies.includes(currency)) ?? []
  if (!rates.data || used.length === 0) return null
  const { currency } = rates.data
  return (
    <section className={classes.rates} aria-label={t('panel.rates.title')}>
      <p className={classes.line}>
        {t('panel.rates.at', { currency })}{' '}
        {used.map((rate) => (
          <UsedRate key={rate.currency} rate={rate} currency={currency} />
        ))}
      </p>
      <EnterRates variant="subtle" missing={[]} />
    </section>
  )
}

/** Currencies without a rate, whose amounts are left out of totals. */
export function MissingRates({ missing }: { missing: string[] }) {
  if (missing.length === 0) return null
  return (
    <div className={classes.missing}>
      <p className={classes.why}>
        <IconAlertTriangle className={classes.sign} size={18} aria-hidden />
        {t('panel.rates.missing', { currencies: missing.join(', ') })}
      </p>
      <EnterRates variant="light" missing={missing} />
    </div>
  )
}

function EnterRates({ variant, missing }: { variant: string; missing: string[] }) {
  const { data } = useRates()
  const mayEnter = useMayOpen(pages.settings)
  const [isOpen, setIsOpen] = useState(false)
  if (!mayEnter || !data) return null
  return (
    <>
      <IconButton
        Icon={IconArrowsExchange}
        variant={variant}
        size="compact-sm"
        className={classes.button}
        onClick={() => setIsOpen(true)}
      >
        {t('panel.rates.enter')}
      </IconButton>
      {isOpen && (
        <Suspense>
          <RatesDialog
            currency={data.currency}
            entered={data.rates}
            missing={missing}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
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
