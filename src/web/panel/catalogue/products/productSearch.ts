import type { officeProductSorts } from '#shared/productLists.ts'
import { asFlag, asText, defineList, oneOf, readListSearch } from '../../list/listSearch.ts'

/** A filter that is an id, as the server takes one. */
const asId = (value: unknown) => {
  const text = asText(value)
  return text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined
}

// The sorts stand here again: the call's own come with its schema, which the first load does without.
const sorts = [
  'itemCode',
  'itemDescription',
  'brandName',
  'categoryName',
  'newest',
  'updatedDate',
] as const satisfies typeof officeProductSorts

/** What the product list can be sorted and filtered by. */
export const productList = defineList({
  sorts,
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

export const readProductSearch = (search: Record<string, unknown>) => readListSearch(search, productList)

/** Of a page of one item: the colour that is shown first; of a new one: the item that it is copied from. */
export function readItemSearch(search: Record<string, unknown>): { color?: string; from?: string } {
  const [color, from] = [asText(search.color), asText(search.from)]
  return { ...(color ? { color } : {}), ...(from ? { from } : {}) }
}
