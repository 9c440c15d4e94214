import { type SubmitEvent, useId, useState } from 'react'
import type { Facets, ProductFacets } from '#shared/catalogue.ts'
import { currencySign } from '#shared/money.ts'
import { formatMoney } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import classes from './Facets.module.css'
import { onlyCurrency } from './facets.ts'

type Props = { prices: ProductFacets['prices']; chosen: Facets; onChange: (facets: Facets) => void }

/** '' for none, undefined for what is no price. Both 12.50 and 12,50 are understood. */
function readPrice(text: string): number | '' | undefined {
  if (text.trim() === '') return ''
  const price = Number(text.trim().replace(',', '.'))
  return Number.isFinite(price) && price >= 0 ? price : undefined
}

/** From and to, taken when the field is left or Enter is pressed. What is no price stays and is said. */
export function PriceFacet({ prices, chosen, onChange }: Props) {
  const { priceFrom, priceTo, ...others } = chosen
  const [from, setFrom] = useState(priceFrom === undefined ? '' : String(priceFrom))
  const [to, setTo] = useState(priceTo === undefined ? '' : String(priceTo))
  const noteId = useId()
  const [low, high] = [readPrice(from), readPrice(to)]
  const isWrong = low === undefined || high === undefined
  const isTurned = typeof low === 'number' && typeof high === 'number' && low > high
  const take = () => {
    if (isWrong || isTurned) return
    if ((low === '' ? undefined : low) === priceFrom && (high === '' ? undefined : high) === priceTo) return
    onChange({
      ...others,
      ...(low === '' ? {} : { priceFrom: low }),
      ...(high === '' ? {} : { priceTo: high }),
    })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    take()
  }
  const currency = onlyCurrency({ prices })
  const sign = currency
    ? currencySign(currency)
    : prices.map((one) => currencySign(one.currencyCode)).join(' ')
  const field = (label: string, value: string, onType: (text: string) => void) => (
    <label className={classes.price}>
      <span>{label}</span>
      <span className={classes.priceField}>
        <input
          inputMode="decimal"
          autoComplete="off"
          value={value}
          aria-invalid={isWrong || isTurned || undefined}
          aria-describedby={noteId}
          onChange={(event) => onType(event.currentTarget.value)}
          onBlur={take}
        />
        <bdi aria-hidden="true">{sign}</bdi>
      </span>
    </label>
  )
  return (
    <form className={classes.prices} onSubmit={submit}>
      {field(t('ordering.facets.from'), from, setFrom)}
      {field(t('ordering.facets.to'), to, setTo)}
      <p id={noteId} className={classes.note} data-wrong={isWrong || isTurned || undefined}>
        {isWrong && t('field.invalid')}
        {isTurned && t('ordering.facets.turned')}
        {!isWrong &&
          !isTurned &&
          prices.map(({ currencyCode, min, max }) => (
            <bdi key={currencyCode} className="number">
              {formatMoney(min, currencyCode)} – {formatMoney(max, currencyCode)}
            </bdi>
          ))}
      </p>
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  )
}
