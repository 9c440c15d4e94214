import type { Tenant } from '#server/tenancy/tenants.ts'

const dayMs = 86_400_000

/**
 * The lowest id of a product that counts as new, as ids begin with the time of adding. The same for a whole day, so that
 * lists can be kept. Undefined: the tenant calls no product new.
 */
export function newSince({ newDays }: Pick<Tenant, 'newDays'>, now: Date): string | undefined {
  if (newDays === 0) return undefined
  const ms = (Math.floor(now.getTime() / dayMs) - newDays) * dayMs
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
