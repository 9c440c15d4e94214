import { keepPreviousData } from '@tanstack/react-query'
import { type Converted, convert } from '#shared/numbers/convert.ts'
import { api } from '#web/api.ts'
import { locale } from '#web/i18n.ts'
import { settings } from '#web/settings.ts'
import { useCall } from '../useCall.ts'

type Amount = { currency: string; amount: number }

export const useRates = () =>
  useDashboardQuery(['rates'], (options) => api.get('/api/Shop/GetRates', {}, options))

/** Which of these currencies have no rate to the company's. */
export function useMissingRates(currencies: readonly string[]): string[] {
  const { data } = useRates()
  if (!data) return []
  return currencies.filter(
    (code) => code !== data.currency && data.rates.every((rate) => rate.currency !== code),
  )
}

/** Converts amounts in several currencies into one in the company's currency. */
export function useConverter(): (totals: readonly Amount[]) => Converted & { currency: string } {
  const { data } = useRates()
  const currency = data?.currency ?? settings.currencyCode
  return (totals) => ({ ...convert(totals, currency, data?.rates ?? []), currency })
}

const numbers = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** '1 EUR = 48.50 TRY'. */
export const rateText = (rate: { currency: string; rate: number }, currency: string): string =>
  `1 ${rate.currency} = ${numbers.format(rate.rate)} ${currency}`

/** Each part loads separately, and again when the user comes back. */
export function useDashboardQuery<Data>(
  key: readonly unknown[],
  load: (options: { signal: AbortSignal }) => Promise<{ data: Data }>,
) {
  return useCall(['dashboard', ...key], load, { placeholderData: keepPreviousData, staleTime: 10_000 })
}
