import type { Call } from '#server/http/http.ts'
import { JsonBytes } from '#server/http/jsonBytes.ts'
import { viewersRules } from '#server/pricing/getPricing.ts'
import type { getProductsByIds, Product } from '#shared/catalogue/catalogue.ts'
import { countBasket, priceOf } from '#shared/pricing/pricing.ts'

type Asked = { rulePrices: boolean; currAccCode?: string | undefined }

/** The data of an answer: a list of products, a page of them, or one or none. */
type Data = Product[] | { products: Product[] } | Product | null

function productsOf(data: Data): Product[] {
  if (data === null) return []
  if (Array.isArray(data)) return data
  return 'products' in data ? data.products : [data]
}

/**
 * An answer with products, as JSON. Where `rulePrices` is asked for, sizes and lots have what one unit costs after the
 * viewer's price rules.
 */
export async function answerWithPrices(
  call: Pick<Call<typeof getProductsByIds>, 'tx' | 'user' | 'tenant' | 'services' | 'now'>,
  { rulePrices, currAccCode }: Asked,
  json: string,
): Promise<JsonBytes> {
  if (!rulePrices) return JsonBytes.ofText(json)
  const answer = JSON.parse(json) as { data: Data }
  const { index } = (await viewersRules(call, currAccCode))('')
  const counts = countBasket([], index)
  for (const product of productsOf(answer.data)) {
    for (const item of product.items) {
      const { unitPrice: listPrice, currencyCode, piecesPerLot } = item
      if (listPrice === undefined || currencyCode === undefined) continue
      item.ruleUnitPrice = priceOf(
        { ...product, piecesPerLot, listPrice, currencyCode },
        index,
        counts,
      ).unitPrice
    }
  }
  return JsonBytes.of(answer)
}
