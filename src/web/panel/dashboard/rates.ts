import { type Converted, convert } from '#shared/convert.ts'
import { api } from '#web/api.ts'
import { settings } from '#web/settings.ts'
import { usePart } from './usePart.ts'

type Amount = { currency: string; amount: number }

/** The rates that the office has entered. */
export const useRates = () => usePart(['rates'], (options) => api.get('/api/Shop/GetRates', {}, options))

/** Makes one amount, in the company's currency, of amounts in several. */
export function useInOne(): (totals: readonly Amount[]) => Converted & { currency: string } {
  const { data } = useRates()
  const currency = data?.currency ?? settings.currencyCode
  return (totals) => ({ ...convert(totals, currency, data?.rates ?? []), currency })
}
