import { VisuallyHidden } from '@mantine/core'
import { formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import classes from './ConvertedTotal.module.css'
import { useConverter } from './rates.ts'

type Props = {
  totals: { currency: string; amount: number }[]
  /** Also shows the original amounts. */
  showsOriginals?: boolean
}

/** One amount in the company's currency, marked if converted. Amounts without a rate are shown separately. */
export function ConvertedTotal({ totals, showsOriginals = false }: Props) {
  const { amount, byRate, missing, currency } = useConverter()(totals)
  const unconverted = totals.filter((total) => missing.includes(total.currency))
  return (
    <>
      {(unconverted.length === 0 || unconverted.length < totals.length) && (
        <div>
          {byRate.length > 0 && (
            <>
              <span aria-hidden title={t('panel.rates.converted')}>
                ≈{' '}
              </span>
              <VisuallyHidden>{t('panel.rates.converted')} </VisuallyHidden>
            </>
          )}
          <Money amount={amount} currency={currency} />
        </div>
      )}
      {unconverted.map((total) => (
        <div key={total.currency}>
          <Money {...total} />
        </div>
      ))}
      {showsOriginals && byRate.length > 0 && (
        <div className={classes.parts}>
          {totals
            .filter((total) => !missing.includes(total.currency))
            .map((total) => (
              <bdi key={total.currency} className="number">
                {formatMoney(total.amount, total.currency)}
              </bdi>
            ))}
        </div>
      )}
    </>
  )
}
