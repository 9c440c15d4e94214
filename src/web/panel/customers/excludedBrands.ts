import type { BrandRow } from '#shared/brands.ts'
import type { Account } from '#shared/customers.ts'
import { api, CallFailed } from '#web/api.ts'
import { fetchCustomer } from './customerDraft.ts'

type Options = { signal: AbortSignal }
export type BrandChoice = { customer: Account; brands: BrandRow[]; excluded: string[] }

/** A customer, named by their id or that of somebody who signs in for them, with all brands and the hidden ones. */
export async function fetchBrandChoice(userId: string, options: Options): Promise<BrandChoice> {
  const customer = await customerOf(userId, options)
  if (customer.isDeleted) return { customer, brands: [], excluded: [] }
  const [brands, excluded] = await Promise.all([
    allBrands(options),
    api.get('/api/Shop/GetExcludeBrands', { userId: customer.id }, options),
  ])
  // In the order of the brands: ticking one and taking it back again is no change.
  return { customer, brands, excluded: ordered(brands, new Set(excluded.data)) }
}

/** Ids of the chosen brands, in the order of all. */
export function ordered(brands: BrandRow[], chosen: ReadonlySet<string>): string[] {
  return brands.flatMap(({ brandId }) => (chosen.has(brandId) ? [brandId] : []))
}

async function customerOf(userId: string, options: Options): Promise<Account> {
  try {
    return await fetchCustomer(userId, options)
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'notFound') throw error
    const { data: user } = await api.get('/api/Account/GetSystemUserById', { id: userId }, options)
    if (!user.currAccCode) throw error
    return fetchCustomer(user.currAccCode, options)
  }
}

async function allBrands(options: Options): Promise<BrandRow[]> {
  const brands: BrandRow[] = []
  for (let page = 1; ; page += 1) {
    const call = { page, limit: 200, sort: 'brandName' } as const
    const { data } = await api.post('/api/Shop/GetBrands', call, options)
    brands.push(...data.items)
    if (brands.length >= data.total || data.items.length === 0) return brands
  }
}
