import { addDays, dayOf, startOf } from '#shared/clock.ts'
import { type Period, periodRange, periods } from '../periods.ts'

/** Makes of what stands in the address a filter's value, or undefined of what is none. */
type ReadFilter = (value: unknown) => unknown
type Direction = 'asc' | 'desc'

/** What a list can be sorted and filtered by. Sorted by `first` unless the address says otherwise. */
export type ListDefinition<
  Sort extends string = string,
  Filters extends Record<string, ReadFilter> = Record<string, ReadFilter>,
> = {
  sorts: readonly Sort[]
  first: { sort: NoInfer<Sort>; order: Direction }
  filters: Filters
}

type FiltersOf<Definition extends ListDefinition> = {
  [Name in keyof Definition['filters']]?: Exclude<ReturnType<Definition['filters'][Name]>, undefined>
}

/** A list as its address says it: what is found, sorted and shown survives reload, Back and a link. */
export type ListSearch<Definition extends ListDefinition> = {
  page?: number
  limit?: number
  sort?: Definition['sorts'][number]
  order?: Direction
  text?: string
} & FiltersOf<Definition>

/** A list as its call wants it: with the defaults that the address leaves out. */
export type ListCall<Definition extends ListDefinition> = FiltersOf<Definition> & {
  page: number
  limit: number
  sort: Definition['sorts'][number]
  order: Direction
  text?: string
}

/** Gives back what it is given, with its types exact. */
export function defineList<const Sort extends string, Filters extends Record<string, ReadFilter>>(
  definition: ListDefinition<Sort, Filters>,
): ListDefinition<Sort, Filters> {
  return definition
}

export const pageSizes = [20, 50, 100, 200] as const
const defaultLimit = pageSizes[0]

/** Reads an address, or what is to be written into one: defaults and what is not valid are left out. */
export function readListSearch<Definition extends ListDefinition>(
  search: Record<string, unknown>,
  { sorts, first, filters }: Definition,
): ListSearch<Definition> {
  const page = Number(search.page)
  const limit = pageSizes.find((size) => size === Number(search.limit))
  const sort = sorts.find((one) => one === search.sort)
  const order = (['asc', 'desc'] as const).find((one) => one === search.order)
  const text = asText(search.text)
  const read = {
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
    limit: limit === defaultLimit ? undefined : limit,
    sort: sort === first.sort ? undefined : sort,
    order: order === first.order ? undefined : order,
    text,
    ...Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, filter(search[name])])),
  }
  return Object.fromEntries(
    Object.entries(read).filter(([, value]) => value !== undefined),
  ) as ListSearch<Definition>
}

/** The list's call: what the address says, and the defaults. */
export function callOf<Definition extends ListDefinition>(
  search: ListSearch<Definition>,
  { first }: Definition,
): ListCall<Definition> {
  return { page: 1, limit: defaultLimit, ...first, ...search }
}

/** Whether anything is left out of the list, by its text or a filter. */
export function isFiltered<Definition extends ListDefinition>(
  search: ListSearch<Definition>,
  { filters }: Definition,
): boolean {
  return ['text', ...Object.keys(filters)].some((name) => Object.hasOwn(search, name))
}

/** A filter that is a text, such as a code. The address reads '123' as a number. */
export function asText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text.slice(0, 100) : undefined
}

/** A filter that is one of some values. */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return (value: unknown): Value | undefined => values.find((one) => one === value)
}

/** A filter that is yes or no. */
export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

/** A filter that is a day of this century: 2026-05-31. */
export function asDay(value: unknown): string | undefined {
  return typeof value === 'string' && /^20\d{2}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined
}

/** A filter by days: a period, which is other days tomorrow, or from a day to a day. */
export const dayFilters = { period: oneOf(periods), from: asDay, to: asDay }
export type Days = { period?: Period | undefined; from?: string | undefined; to?: string | undefined }

/** Days as instants: from the beginning of the one to the end of the other. A period counts before days. */
export function instantsOf({ period, ...days }: Days) {
  const { from, to }: Days = period ? periodRange(period, dayOf(new Date())) : days
  return {
    dateFrom: from ? startOf(from).toISOString() : undefined,
    dateTo: to ? startOf(addDays(to, 1)).toISOString() : undefined,
  }
}
