import type { BrandRow } from '#shared/brands.ts'
import type { Account } from '#shared/customers.ts'
import { api, CallFailed } from '#web/api.ts'
import { fetchBrands } from '../catalogue/brands/brandCalls.ts'
import { fetchCustomer } from './customerDraft.ts'

type Options = { signal: AbortSignal }
export type BrandChoice = { customer: Account; brands: BrandRow[]; excluded: string[] }

/** All brands and a customer's hidden ones. `userId` is the id of the customer or of one of their users. */
export async function fetchBrandChoice(userId: string, options: Options): Promise<BrandChoice> {
  const customer = await fetchCustomerOf(userId, options)
  if (customer.isDeleted) return { customer, brands: [], excluded: [] }
  const [brands, excluded] = await Promise.all([
    fetchBrands(options, 'brandName'),
    api.get('/api/Shop/GetExcludeBrands', { userId: customer.id }, options),
  ])
  // In brand order, so that ticking and unticking does not count as a change.
  return { customer, brands, excluded: inBrandOrder(brands, new Set(excluded.data)) }
}

export function inBrandOrder(brands: BrandRow[], chosen: ReadonlySet<string>): string[] {
  return brands.flatMap(({ brandId }) => (chosen.has(brandId) ? [brandId] : []))
}

async function fetchCustomerOf(userId: string, options: Options): Promise<Account> {
  try {
    return await fetchCustomer(userId, options)
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'notFound') throw error
    const { data: user } = await api.get('/api/Account/GetSystemUserById', { id: userId }, options)
    if (!user.currAccCode) throw error
    return fetchCustomer(user.currAccCode, options)
  }
}
