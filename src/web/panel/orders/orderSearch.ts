import { orderStateNames } from '#shared/orders/orderStates.ts'
import { asText, dayFilters, defineList, type ListSearch, oneOf, toInstants } from '../list/listSearch.ts'

export const transferStates = [
  'open',
  'waiting',
  'sending',
  'uncertain',
  'dead',
  'held',
  'transferred',
] as const
type TransferState = (typeof transferStates)[number]

export const orderList = defineList({
  sorts: ['orderNumber', 'orderDate', 'customer', 'salesPerson', 'qty', 'amount', 'transferedDate'],
  defaultSort: { sort: 'orderDate', order: 'desc' },
  filters: {
    customer: asText,
    agent: asText,
    brand: asText,
    orderType: oneOf(['Rpt', 'Season']),
    state: oneOf(orderStateNames),
    transfer: oneOf(transferStates),
    mails: oneOf(['undelivered']),
    ...dayFilters,
  },
})
export type OrderSort = (typeof orderList.sorts)[number]

type FilterValues = Pick<
  ListSearch<typeof orderList>,
  'period' | 'from' | 'to' | 'brand' | 'transfer' | 'mails'
>

export function toOrderRequest<Filters extends FilterValues>(filters: Filters) {
  const { period, from, to, brand, transfer, mails, ...others } = filters
  return {
    ...others,
    ...toInstants({ period, from, to }),
    ...transferFilter(transfer),
    ...(mails ? { isUndelivered: true as const } : {}),
    brandId: brand,
  }
}

function transferFilter(state: TransferState | undefined) {
  if (state === undefined) return {}
  if (state === 'open' || state === 'transferred') return { transfer: state === 'transferred' }
  return state === 'waiting' ? { transfer: false, isWaiting: true } : { transferState: state }
}
