import type { BrandRow } from '#shared/brands.ts'
import { api } from '#web/api.ts'

export const brandsKey = ['brands', 'all'] as const
/** As many as a call answers at most. */
const atOnce = 200

/** Every brand, in the order in which the shop shows them. */
export async function fetchBrands({ signal }: { signal: AbortSignal }): Promise<BrandRow[]> {
  const brands: BrandRow[] = []
  for (let page = 1; ; page += 1) {
    const { data } = await api.post('/api/Shop/GetBrands', { page, limit: atOnce }, { signal })
    brands.push(...data.items)
    if (data.items.length < atOnce) return brands
  }
}
