import { addDays, dayOf, startOf } from '#shared/clock.ts'
import { settings } from '#web/settings.ts'
import { type Period, periodRange, periods } from '../periods.ts'

/** Answers undefined for invalid values. */
type ReadFilter = (value: unknown) => unknown
type Direction = 'asc' | 'desc'

export type ListDefinition<
  Sort extends string = string,
  Filters extends Record<string, ReadFilter> = Record<string, ReadFilter>,
> = {
  sorts: readonly Sort[]
  defaultSort: { sort: NoInfer<Sort>; order: Direction }
  filters: Filters
}

type FiltersOf<Definition extends ListDefinition> = {
  [Name in keyof Definition['filters']]?: Exclude<ReturnType<Definition['filters'][Name]>, undefined>
}

/** A list's state in the URL, so that it survives reload, Back and links. */
export type ListSearch<Definition extends ListDefinition> = {
  page?: number
  limit?: number
  sort?: Definition['sorts'][number]
  order?: Direction
  text?: string
} & FiltersOf<Definition>

/** Like {@link ListSearch}, with defaults filled in. */
export type ListRequest<Definition extends ListDefinition> = FiltersOf<Definition> & {
  page: number
  limit: number
  sort: Definition['sorts'][number]
  order: Direction
  text?: string
}

/** Identity function that infers exact types. */
export function defineList<const Sort extends string, Filters extends Record<string, ReadFilter>>(
  definition: ListDefinition<Sort, Filters>,
): ListDefinition<Sort, Filters> {
  return definition
}

export const pageSizes = [20, 50, 100, 200] as const
export const maxPageSize = pageSizes[3]
const defaultLimit = pageSizes[0]

/** Drops defaults and invalid values. */
export function readListSearch<Definition extends ListDefinition>(
  search: Record<string, unknown>,
  { sorts, defaultSort, filters }: Definition,
): ListSearch<Definition> {
  const page = Number(search.page)
  const limit = pageSizes.find((size) => size === Number(search.limit))
  const sort = sorts.find((candidate) => candidate === search.sort)
  const order = (['asc', 'desc'] as const).find((candidate) => candidate === search.order)
  const text = asText(search.text)
  const read = {
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
    limit: limit === defaultLimit ? undefined : limit,
    sort: sort === defaultSort.sort ? undefined : sort,
    order: order === defaultSort.order ? undefined : order,
    text,
    ...Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, filter(search[name])])),
  }
  return Object.fromEntries(
    Object.entries(read).filter(([, value]) => value !== undefined),
  ) as ListSearch<Definition>
}

export function toListRequest<Definition extends ListDefinition>(
  search: ListSearch<Definition>,
  { defaultSort }: Definition,
): ListRequest<Definition> {
  return { page: 1, limit: defaultLimit, ...defaultSort, ...search }
}

export function isFiltered<Definition extends ListDefinition>(
  search: ListSearch<Definition>,
  { filters }: Definition,
): boolean {
  return ['text', ...Object.keys(filters)].some((name) => Object.hasOwn(search, name))
}

/** Accepts numbers, because the router parses '123' as one. */
export function asText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text.slice(0, 100) : undefined
}

export function oneOf<const Value extends string>(values: readonly Value[]) {
  return (value: unknown): Value | undefined => values.find((candidate) => candidate === value)
}

export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

/** 2026-05-31, this century only. */
export function asDay(value: unknown): string | undefined {
  return typeof value === 'string' && /^20\d{2}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined
}

/** A period moves with today; from and to do not. */
export const dayFilters = { period: oneOf(periods), from: asDay, to: asDay }
export type DayFilter = { period?: Period | undefined; from?: string | undefined; to?: string | undefined }

/** Both days are included. A period overrides from and to. */
export function toInstants({ period, ...days }: DayFilter) {
  const { timeZone } = settings
  const { from, to }: DayFilter = period ? periodRange(period, dayOf(new Date(), timeZone)) : days
  return {
    dateFrom: from ? startOf(from, timeZone).toISOString() : undefined,
    dateTo: to ? startOf(addDays(to, 1), timeZone).toISOString() : undefined,
  }
}

/** As most lists' endpoints take it: `search` for the text, instants for the days. */
export function toCall<Request extends DayFilter & { text?: string | undefined }>(request: Request) {
  const { text, period, from, to, ...others } = request
  return { ...others, search: text, ...toInstants({ period, from, to }) }
}
