import type { officeProductSorts } from '#shared/catalogue/productLists.ts'
import { asFlag, asText, defineList, oneOf } from '../../list/listSearch.ts'

const asId = (value: unknown) => {
  const text = asText(value)
  return text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined
}

// Repeats the endpoint's sorts, to keep its schema out of the first load.
const productSortKeys = [
  'itemCode',
  'itemDescription',
  'brandName',
  'categoryName',
  'newest',
  'updatedDate',
] as const satisfies typeof officeProductSorts

export const productList = defineList({
  sorts: productSortKeys,
  defaultSort: { sort: 'itemCode', order: 'asc' },
  filters: {
    brandId: asId,
    categoryId: asId,
    state: oneOf(['active', 'inactive', 'deleted']),
    inStock: asFlag,
    missing: oneOf(['photo', 'price']),
  },
})
export type ProductSort = (typeof productList.sorts)[number]

/** `color` is shown first; `from` is the item to copy. */
export function readItemSearch(search: Record<string, unknown>): { color?: string; from?: string } {
  const [color, from] = [asText(search.color), asText(search.from)]
  return { ...(color ? { color } : {}), ...(from ? { from } : {}) }
}
