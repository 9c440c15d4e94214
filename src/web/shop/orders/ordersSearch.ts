import { useNavigate, useSearch } from '@tanstack/react-router'

export const stateFilters = ['placed', 'transferred', 'review', 'returned', 'cancelled'] as const
export const kindFilters = ['Rpt', 'Season'] as const

/** List filters in the address. */
export type OrdersSearch = {
  text?: string
  orderType?: (typeof kindFilters)[number]
  state?: (typeof stateFilters)[number]
  from?: string
  to?: string
}

/** Drops invalid values. */
export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  // The router parses '123' as a number.
  const text = typeof search.text === 'number' ? String(search.text) : search.text
  const orderType = kindFilters.find((one) => one === search.orderType)
  const state = stateFilters.find((one) => one === search.state)
  const from = validDay(search.from)
  const to = validDay(search.to)
  return {
    ...(typeof text === 'string' && text ? { text: text.slice(0, 100) } : {}),
    ...(orderType ? { orderType } : {}),
    ...(state ? { state } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

const validDay = (value: unknown) =>
  typeof value === 'string' && /^20\d{2}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

/** Days in the browser's time zone, both ends included. */
export function ordersInput({ text, orderType, state, from, to }: OrdersSearch) {
  const end = to ? new Date(`${to}T00:00`) : undefined
  end?.setDate(end.getDate() + 1)
  return {
    text,
    orderType,
    ...(state === 'transferred' ? { transfer: true } : {}),
    ...(state && state !== 'transferred' ? { state } : {}),
    ...(state === 'placed' ? { transfer: false } : {}),
    dateFrom: from ? new Date(`${from}T00:00`).toISOString() : undefined,
    dateTo: end?.toISOString(),
  }
}

/** Changes replace the history entry. */
export function useOrdersSearch() {
  const address = useSearch({ strict: false, select: (search: Record<string, unknown>) => search })
  const navigate = useNavigate()
  const search = readOrdersSearch(address)
  const change = (values: { [Name in keyof OrdersSearch]?: OrdersSearch[Name] | undefined }) =>
    void navigate({
      to: '.',
      search: readOrdersSearch({ ...search, ...values }),
      replace: true,
      resetScroll: false,
    } as never)
  return { search, change }
}
