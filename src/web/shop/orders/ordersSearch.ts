import { useNavigate, useSearch } from '@tanstack/react-router'

/** Whether orders stand, have gone to the company's system, or are cancelled. */
export const stateFilters = ['placed', 'transferred', 'cancelled'] as const
export const kindFilters = ['Rpt', 'Season'] as const

/** What the list of orders is narrowed by, as it stands in the address: it survives reload and Back. */
export type OrdersSearch = {
  text?: string
  orderType?: (typeof kindFilters)[number]
  state?: (typeof stateFilters)[number]
  from?: string
  to?: string
}

/** Reads an address, or what is to be written into one: what is not valid is left out. */
export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  // The address reads '123' as a number.
  const text = typeof search.text === 'number' ? String(search.text) : search.text
  const orderType = kindFilters.find((one) => one === search.orderType)
  const state = stateFilters.find((one) => one === search.state)
  const from = dayOf(search.from)
  const to = dayOf(search.to)
  return {
    ...(typeof text === 'string' && text ? { text: text.slice(0, 100) } : {}),
    ...(orderType ? { orderType } : {}),
    ...(state ? { state } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

const dayOf = (value: unknown) =>
  typeof value === 'string' && /^20\d{2}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

/** The call for a search. Days are those of the reader's calendar, the last one included. */
export function inputOf({ text, orderType, state, from, to }: OrdersSearch) {
  const end = to ? new Date(`${to}T00:00`) : undefined
  end?.setDate(end.getDate() + 1)
  return {
    text,
    orderType,
    ...(state === 'cancelled' ? { state } : {}),
    ...(state === 'placed' ? { state, transfer: false } : {}),
    ...(state === 'transferred' ? { transfer: true } : {}),
    dateFrom: from ? new Date(`${from}T00:00`).toISOString() : undefined,
    dateTo: end?.toISOString(),
  }
}

/** The search in the address, and a way to change it there without a step of the history for every letter. */
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
