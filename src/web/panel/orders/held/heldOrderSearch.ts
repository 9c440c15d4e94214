import { defineList, oneOf } from '../../list/listSearch.ts'

export const heldOrderList = defineList({
  sorts: ['orderNumber'],
  defaultSort: { sort: 'orderNumber', order: 'asc' },
  filters: { state: oneOf(['returned']) },
})
export type HeldOrderSort = (typeof heldOrderList.sorts)[number]
