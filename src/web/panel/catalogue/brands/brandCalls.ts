import type { BrandRow } from '#shared/catalogue/brands.ts'
import { api } from '#web/api.ts'

export const brandsQueryKey = ['brands', 'all'] as const
/** The endpoint's maximum. */
const brandsPerCall = 200

/** By default in the shop's order. */
export async function fetchBrands(
  { signal }: { signal: AbortSignal },
  sort?: 'brandName',
): Promise<BrandRow[]> {
  const brands: BrandRow[] = []
  for (let page = 1; ; page += 1) {
    const request = { page, limit: brandsPerCall, ...(sort ? { sort } : {}) }
    const { data } = await api.post('/api/Shop/GetBrands', request, { signal })
    brands.push(...data.items)
    if (data.items.length < brandsPerCall) return brands
  }
}
