import type { Product } from '#shared/catalogue/catalogue.ts'
import type { OrderType } from '#shared/endpoint.ts'
import { api } from '#web/api.ts'

/** The call's limit. */
const maxIdsPerCall = 1000

/** Any number of variants; unavailable ones are missing. */
export async function productsByIds(
  ids: readonly string[],
  buyer: { currAccCode: string | undefined; orderType: OrderType },
  signal?: AbortSignal,
): Promise<Product[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / maxIdsPerCall) }, (_, index) =>
    ids.slice(index * maxIdsPerCall, (index + 1) * maxIdsPerCall),
  )
  const answers = await Promise.all(
    parts.map((part) =>
      api.post('/api/Shop/GetProductsByIds', { ids: part, ...buyer }, signal ? { signal } : {}),
    ),
  )
  return answers.flatMap((answer) => answer.data)
}
