import { VisuallyHidden } from '@mantine/core'
import { formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import classes from './OneTotal.module.css'
import { useInOne } from './rates.ts'

type Props = {
  totals: { currency: string; amount: number }[]
  /** What was converted stands below, as it was ordered. */
  hasParts?: boolean
}

/** Amounts as one in the company's currency, said to be converted where it is; what has no rate stands by itself. */
export function OneTotal({ totals, hasParts = false }: Props) {
  const { amount, byRate, missing, currency } = useInOne()(totals)
  const left = totals.filter((one) => missing.includes(one.currency))
  return (
    <>
      {(left.length === 0 || left.length < totals.length) && (
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
      {left.map((one) => (
        <div key={one.currency}>
          <Money {...one} />
        </div>
      ))}
      {hasParts && byRate.length > 0 && (
        <div className={classes.parts}>
          {totals
            .filter((one) => !missing.includes(one.currency))
            .map((one) => (
              <bdi key={one.currency} className="number">
                {formatMoney(one.amount, one.currency)}
              </bdi>
            ))}
        </div>
      )}
    </>
  )
}
