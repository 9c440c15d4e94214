import { asDay, asFlag, defineList, oneOf, readListSearch } from '../list/listSearch.ts'

/** What the order list can be sorted and filtered by. */
export const orderList = defineList({
  sorts: ['orderNumber', 'orderDate', 'customer', 'salesPerson', 'qty', 'amount'],
  first: { sort: 'orderDate', order: 'desc' },
  filters: { orderType: oneOf(['Rpt', 'Season']), transfer: asFlag, from: asDay, to: asDay },
})
export type OrderSort = (typeof orderList.sorts)[number]

export const readOrderSearch = (search: Record<string, unknown>) => readListSearch(search, orderList)
