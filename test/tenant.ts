import type { Connections } from '#server/db/connection.ts'
import { addTenant as add } from '#server/tenancy/addTenant.ts'
import type { Language } from '#shared/tenancy.ts'

type Settings = Partial<{
  authRequired: boolean
  orderAuthRequired: boolean
  priceGroup: string
  currencyCode: string
  timeZone: string
  transferEnabled: boolean
}>

export const tenantSettings = {
  displayName: 'Wholesaler',
  languages: ['tr', 'en', 'ru'] as Language[],
  priceGroup: 'CB',
  currencyCode: 'TRY',
  authRequired: true,
  orderAuthRequired: true,
  transferEnabled: true,
  descriptionVisible: true,
  homeVisibleType: -1 as const,
}

export function addTenant(connections: Connections, key: string, settings: Settings = {}): Promise<string> {
  return add(
    connections,
    {
      ...tenantSettings,
      key,
      displayName: `Wholesaler ${key}`,
      ...settings,
    },
    0,
  )
}
