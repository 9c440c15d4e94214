import type { Connections } from '#server/db/connection.ts'
import { addTenant as add } from '#server/tenancy/addTenant.ts'

type Settings = Partial<{
  authRequired: boolean
  orderAuthRequired: boolean
  priceGroup: string
  currencyCode: string
  timeZone: string
  transferEnabled: boolean
}>

export function addTenant(connections: Connections, key: string, settings: Settings = {}): Promise<string> {
  return add(
    connections,
    {
      key,
      displayName: `Wholesaler ${key}`,
      languages: ['tr', 'en', 'ru'],
      priceGroup: 'CB',
      currencyCode: 'TRY',
      authRequired: true,
      orderAuthRequired: true,
      transferEnabled: true,
      descriptionVisible: true,
      homeVisibleType: -1,
      ...settings,
    },
    0,
  )
}
