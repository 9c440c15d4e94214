import { type Converted, convert } from '#shared/convert.ts'
import { api } from '#web/api.ts'
import { settings } from '#web/settings.ts'
import { useDashboardQuery } from './useDashboardQuery.ts'

type Amount = { currency: string; amount: number }

export const useRates = () =>
  useDashboardQuery(['rates'], (options) => api.get('/api/Shop/GetRates', {}, options))

/** Converts amounts in several currencies into one in the company's currency. */
export function useConverter(): (totals: readonly Amount[]) => Converted & { currency: string } {
  const { data } = useRates()
  const currency = data?.currency ?? settings.currencyCode
  return (totals) => ({ ...convert(totals, currency, data?.rates ?? []), currency })
}
