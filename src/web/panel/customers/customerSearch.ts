import type { customerSorts } from '#shared/customers.ts'
import { asText, defineList, oneOf, readListSearch } from '../list/listSearch.ts'

/** A filter that is a code; none is longer than its call takes. */
const asCode = (longest: number) => (value: unknown) => asText(value)?.slice(0, longest)

// The sorts stand here again: the call's own come with its schema, which the first load does without.
const sorts = [
  'currAccDescription',
  'currAccCode',
  'city',
  'priceGroup',
  'salesPerson',
] as const satisfies typeof customerSorts

/** What the customer list can be sorted and filtered by. Agent '-': those without one. */
export const customerList = defineList({
  sorts,
  first: { sort: 'currAccDescription', order: 'asc' },
  filters: { agent: asCode(30), priceGroup: asCode(20), state: oneOf(['open', 'blocked', 'deleted']) },
})
export type CustomerSort = (typeof customerList.sorts)[number]

/** In the filter by agent: customers without one. */
export const withoutAgent = '-'

export const readCustomerSearch = (search: Record<string, unknown>) => readListSearch(search, customerList)
