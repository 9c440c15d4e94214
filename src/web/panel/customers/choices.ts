import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

type Option = { value: string; label: string }

/** Includes `chosen` even if that agent is no longer offered. */
export function useAgentChoices(chosen?: string | null, { isEnabled } = { isEnabled: true }): Option[] {
  const agents = useQuery({
    queryKey: ['agentChoices'],
    enabled: isEnabled,
    queryFn: async ({ signal }) =>
      (await api.get('/api/Account/GetSalesPersonForSelect', {}, { signal })).data,
  })
  const options = (agents.data ?? []).map(({ salesPersonCode, firstLastName }) => ({
    value: salesPersonCode,
    label: `${firstLastName} · ${salesPersonCode}`,
  }))
  return withChosen(options, chosen)
}

/** Price groups that have prices or customers. */
export function usePriceGroups(): string[] {
  const groups = useQuery({
    queryKey: ['priceGroups'],
    queryFn: async ({ signal }) => (await api.get('/api/Account/GetPriceGroups', {}, { signal })).data,
  })
  return groups.data ?? []
}

/** Adds the chosen value if the options lack it. */
export function withChosen(options: Option[], chosen: string | null | undefined): Option[] {
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: chosen }]
}
