import { indexRules, type Rules } from '#shared/pricing/pricing.ts'
import { api } from '#web/api.ts'

/** What a customer's prices are worked out from. */
export async function fetchRules(currAccCode: string, code: string): Promise<Rules> {
  const asked = { currAccCode, ...(code ? { code } : {}) }
  const { rules, parents } = (await api.get('/api/Shop/GetPricing', asked)).data
  return indexRules(rules, new Map(Object.entries(parents)))
}
