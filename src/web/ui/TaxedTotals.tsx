import { fromMinor } from '#shared/money.ts'
import type { Money as Amount } from '#shared/orders.ts'
import type { TaxSum, TaxTreatment } from '#shared/tax.ts'
import { t } from '#web/i18n.ts'
import { Money } from './Money.tsx'
import { rateName } from './taxWords.ts'

type Props = {
  totals: Amount[]
  /** By currency; none where VAT is not known. */
  taxes: TaxSum[]
  treatment: TaxTreatment | null | undefined
}

/** By currency code, as {@link Totals}: net amounts, VAT by rate and what is with it; without VAT they say so. */
export function TaxedTotals({ totals, taxes, treatment }: Props) {
  const byCode = totals.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  return (
    <span className="taxed">
      {byCode.map(({ currency, amount }) => {
        const tax = taxes.find((sum) => sum.currency === currency)
        return tax ? (
          <span key={currency} className="taxed">
            <Row name={t('tax.without')} minor={tax.netMinor} currency={currency} />
            {tax.byRate.map((rate) => (
              <Row
                key={rate.percent}
                name={rateName(rate, currency)}
                minor={rate.taxMinor}
                currency={currency}
              />
            ))}
            <strong className="taxed-row">
              <span>{t('tax.with')}</span>
              <Money amount={fromMinor(tax.grossMinor)} currency={currency} />
            </strong>
          </span>
        ) : (
          <span key={currency} className="taxed">
            <strong>
              <Money amount={amount} currency={currency} />
            </strong>
          </span>
        )
      })}
      {taxes.length < totals.length && <span className="taxed taxed-part">{t('tax.without')}</span>}
      {treatment && treatment !== 'domestic' && (
        <span className="taxed taxed-part">{t(`tax.note.${treatment}`)}</span>
      )}
    </span>
  )
}

function Row({ name, minor, currency }: { name: string; minor: number; currency: string }) {
  return (
    <span className="taxed-row taxed-part">
      <span>{name}</span>
      <Money amount={fromMinor(minor)} currency={currency} />
    </span>
  )
}
