import type { customerSorts } from '#shared/customers/customers.ts'
import { asText, defineList, oneOf } from '../list/listSearch.ts'

/** Cut to the endpoint's maximum length. */
const asCode = (maxLength: number) => (value: unknown) => asText(value)?.slice(0, maxLength)

// Repeats the endpoint's sorts, to keep its schema out of the first load.
const customerSortKeys = [
  'currAccDescription',
  'currAccCode',
  'city',
  'priceGroup',
  'salesPerson',
] as const satisfies typeof customerSorts

export const customerStates = ['open', 'blocked', 'deleted'] as const

export const customerList = defineList({
  sorts: customerSortKeys,
  defaultSort: { sort: 'currAccDescription', order: 'asc' },
  filters: { agent: asCode(30), priceGroup: asCode(20), state: oneOf(customerStates) },
})
export type CustomerSort = (typeof customerList.sorts)[number]

/** Agent filter for customers without an agent. */
export const noAgent = '-'
