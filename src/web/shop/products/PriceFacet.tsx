import { type SubmitEvent, useId, useState } from 'react'
import type { Facets, ProductFacets } from '#shared/catalogue/catalogue.ts'
import { currencyUnit } from '#shared/numbers/currencySigns.ts'
import { currencySign } from '#shared/numbers/money.ts'
import { readNumberWith } from '#shared/numbers/readNumber.ts'
import { formatMoney } from '#web/format.ts'
import { locale, t } from '#web/i18n.ts'
import { decimalSeparator, typedText } from '#web/numberText.ts'
import classes from './Facets.module.css'

type Props = { prices: ProductFacets['prices']; chosen: Facets; onChange: (facets: Facets) => void }

/**
 * '' for empty, undefined if invalid. Accepts 12.50 and 12,50; 1.000 is a thousand unless the sign marks
 * decimals in the page's language.
 */
function readPrice(text: string): number | '' | undefined {
  if (text.trim() === '') return ''
  const readings = readNumberWith(currencyUnit, text)
  const isDecimal = [decimalSeparator(locale), '\u066b'].some((mark) => text.includes(mark))
  const read = readings.at(isDecimal ? -1 : 0)
  return read && read.decimals <= 2 && read.number >= 0 ? read.number : undefined
}

const priceText = (price: number | undefined) => (price === undefined ? '' : typedText(price, locale))

/** Keeps the typed text until the bound changes elsewhere, as by Back or clearing. */
function useTypedPrice(bound: number | undefined) {
  const [typed, setTyped] = useState(priceText(bound))
  const [known, setKnown] = useState(bound)
  if (known !== bound) {
    setKnown(bound)
    if (readPrice(typed) !== (bound ?? '')) setTyped(priceText(bound))
  }
  return [typed, setTyped] as const
}

/** Applies on blur or Enter. Invalid text stays, with a message. */
export function PriceFacet({ prices, chosen, onChange }: Props) {
  const { priceFrom, priceTo, currencyCode, ...others } = chosen
  const [picked, setPicked] = useState(currencyCode)
  // The account's currency comes first.
  const currency = currencyCode ?? picked ?? prices[0]?.currencyCode
  const currencies = [...new Set([...prices.map((one) => one.currencyCode), ...(currency ? [currency] : [])])]
  const [from, setFrom] = useTypedPrice(priceFrom)
  const [to, setTo] = useTypedPrice(priceTo)
  const [noteId, groupId] = [useId(), useId()]
  const [low, high] = [readPrice(from), readPrice(to)]
  const isInvalid = low === undefined || high === undefined
  const isReversed = typeof low === 'number' && typeof high === 'number' && low > high
  const apply = (inCurrency = currency) => {
    if (isInvalid || isReversed) return
    const isSame =
      (low === '' ? undefined : low) === priceFrom && (high === '' ? undefined : high) === priceTo
    const isBounded = low !== '' || high !== ''
    if (isSame && (!isBounded || inCurrency === currencyCode)) return
    onChange({
      ...others,
      ...(low === '' ? {} : { priceFrom: low }),
      ...(high === '' ? {} : { priceTo: high }),
      ...(isBounded && inCurrency ? { currencyCode: inCurrency } : {}),
    })
  }
  const choose = (one: string) => {
    setPicked(one)
    apply(one)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    apply()
  }
  const range = prices.find((one) => one.currencyCode === currency)
  const field = (label: string, value: string, onType: (text: string) => void) => (
    <label className={classes.price}>
      <span>{label}</span>
      <span className={classes.priceField}>
        <input
          inputMode="decimal"
          autoComplete="off"
          value={value}
          aria-invalid={isInvalid || isReversed || undefined}
          aria-describedby={noteId}
          onChange={(event) => onType(event.currentTarget.value)}
          onBlur={() => apply()}
        />
        <span className={classes.sign} aria-hidden="true">
          {currency && currencySign(currency)}
        </span>
      </span>
    </label>
  )
  return (
    <form className={classes.prices} onSubmit={submit}>
      {currencies.length > 1 && (
        <fieldset className={classes.currencies}>
          <legend>{t('order.currency')}</legend>
          {currencies.map((one) => (
            <label key={one}>
              <input type="radio" name={groupId} checked={one === currency} onChange={() => choose(one)} />
              <bdi>
                {currencySign(one)} {one}
              </bdi>
            </label>
          ))}
        </fieldset>
      )}
      {field(t('ordering.facets.from'), from, setFrom)}
      {field(t('ordering.facets.to'), to, setTo)}
      <p id={noteId} className={classes.note} data-wrong={isInvalid || isReversed || undefined}>
        {isInvalid && t('field.invalid')}
        {isReversed && t('ordering.facets.turned')}
        {!isInvalid && !isReversed && range && (
          <bdi className="number">
            {formatMoney(range.min, range.currencyCode)} – {formatMoney(range.max, range.currencyCode)}
          </bdi>
        )}
      </p>
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  )
}
