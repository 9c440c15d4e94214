import type { OrderRow } from '#shared/orders.ts'

const sorts = ['orderNumber', 'orderDate', 'customer', 'salesPerson', 'qty', 'amount'] as const
export type OrderSort = (typeof sorts)[number]

/** The order list as its address says it: what is filtered, sorted and shown survives reload, Back and a link. */
export type OrderSearch = {
  page?: number
  limit?: number
  sort?: OrderSort
  order?: 'asc' | 'desc'
  text?: string
  orderType?: OrderRow['orderType']
  transfer?: boolean
  from?: string
  to?: string
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^20\d{2}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '')

export function readOrderSearch(search: Record<string, unknown>): OrderSearch {
  const page = Number(search.page)
  const limit = Number(search.limit)
  const text = typeof search.text === 'number' ? String(search.text) : textOf(search.text)
  const sort = sorts.find((one) => one === search.sort)
  return {
    ...(Number.isInteger(page) && page > 1 && page <= 1_000_000 ? { page } : {}),
    ...([50, 100, 200].includes(limit) ? { limit } : {}),
    ...(sort ? { sort } : {}),
    ...(search.order === 'asc' || search.order === 'desc' ? { order: search.order } : {}),
    // An order number typed into the address is read as a number.
    ...(text ? { text } : {}),
    ...(search.orderType === 'Rpt' || search.orderType === 'Season' ? { orderType: search.orderType } : {}),
    ...(typeof search.transfer === 'boolean' ? { transfer: search.transfer } : {}),
    ...(isDay(search.from) ? { from: search.from } : {}),
    ...(isDay(search.to) ? { to: search.to } : {}),
  }
}

/** The search as the call wants it: days of the reader's calendar become instants. */
export function callOf({ from, to, page = 1, limit = 20, ...rest }: OrderSearch) {
  const nextDay = to ? new Date(`${to}T00:00`) : undefined
  nextDay?.setDate(nextDay.getDate() + 1)
  return {
    ...rest,
    page,
    limit,
    dateFrom: from ? new Date(`${from}T00:00`).toISOString() : undefined,
    dateTo: nextDay?.toISOString(),
  }
}
