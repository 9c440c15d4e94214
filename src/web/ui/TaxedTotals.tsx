import { fromMinor } from '#shared/numbers/money.ts'
import type { Money as Amount } from '#shared/orders/orders.ts'
import type { TaxSum, TaxTreatment } from '#shared/pricing/tax.ts'
import { t } from '#web/i18n.ts'
import { Money } from './Money.tsx'
import { rateName } from './taxWords.ts'

type Props = {
  totals: Amount[]
  /** By currency; none where VAT is not known. */
  taxes: TaxSum[]
  treatment: TaxTreatment | null | undefined
}

/** By currency code, as Totals: what is without VAT, VAT by rate and what is with it; without VAT they say so. */
export function TaxedTotals({ totals, taxes, treatment }: Props) {
  const byCode = totals.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  const note =
    treatment && treatment !== 'domestic'
      ? t(`tax.note.${treatment}`)
      : taxes.length < totals.length && t('tax.without')
  return (
    <>
      {byCode.map(({ currency, amount }) => (
        <div key={currency} className="taxed">
          {rowsOf(taxes, { currency, amount }).map(([name, rowAmount]) => (
            <div key={name}>
              {name && <span>{name}</span>}
              <span>
                <Money amount={rowAmount} currency={currency} />
              </span>
            </div>
          ))}
        </div>
      ))}
      {note && <small className="taxed">{note}</small>}
    </>
  )
}

/** The last row is what is to be paid. */
function rowsOf(taxes: TaxSum[], { currency, amount }: Amount): [name: string, amount: number][] {
  const tax = taxes.find((sum) => sum.currency === currency)
  if (!tax) return [['', amount]]
  return [
    [t('tax.without'), amount],
    ...tax.byRate.map((rate): [string, number] => [rateName(rate, currency), fromMinor(rate.taxMinor)]),
    [t('tax.with'), fromMinor(tax.grossMinor)],
  ]
}
