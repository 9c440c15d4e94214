import { api } from '#web/api.ts'
import { useCall } from '../useCall.ts'

type Option = { value: string; label: string }

/** Includes `chosen` even if that agent is no longer offered. */
export function useAgentChoices(chosen?: string | null, { isEnabled } = { isEnabled: true }): Option[] {
  const agents = useCall(
    ['agentChoices'],
    (options) => api.get('/api/Account/GetSalesPersonForSelect', {}, options),
    {
      enabled: isEnabled,
    },
  )
  const options = (agents.data ?? []).map(({ salesPersonCode, firstLastName }) => ({
    value: salesPersonCode,
    label: `${firstLastName} · ${salesPersonCode}`,
  }))
  return withChosen(options, chosen)
}

/** Price groups that have prices or customers. */
export function usePriceGroups(): string[] {
  const groups = useCall(['priceGroups'], (options) => api.get('/api/Account/GetPriceGroups', {}, options))
  return groups.data ?? []
}

/** Adds the chosen value if the options lack it. */
export function withChosen(options: Option[], chosen: string | null | undefined): Option[] {
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: chosen }]
}
