import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

type Option = { value: string; label: string }

/** Sales agents to choose from. One chosen before who is no longer offered stays a choice, by their code. */
export function useAgentChoices(chosen?: string | null): Option[] {
  const agents = useQuery({
    queryKey: ['agentChoices'],
    queryFn: async ({ signal }) =>
      (await api.get('/api/Account/GetSalesPersonForSelect', {}, { signal })).data,
  })
  const offered = (agents.data ?? []).map(({ salesPersonCode, firstLastName }) => ({
    value: salesPersonCode,
    label: `${firstLastName} · ${salesPersonCode}`,
  }))
  return withChosen(offered, chosen)
}

/** Price groups that have prices or customers. */
export function usePriceGroups(): string[] {
  const groups = useQuery({
    queryKey: ['priceGroups'],
    queryFn: async ({ signal }) => (await api.get('/api/Account/GetPriceGroups', {}, { signal })).data,
  })
  return groups.data ?? []
}

/** What is chosen is among the choices, though it may be of long ago. */
export function withChosen(options: Option[], chosen: string | null | undefined): Option[] {
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: chosen }]
}
