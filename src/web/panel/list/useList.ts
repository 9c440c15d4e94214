import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SavableList } from '#shared/users/savedFilters.ts'
import { usePagePath, usePageSearch, useSetPageSearch } from '../shell/pageAddress.ts'
import { rememberList } from './listLink.ts'
import {
  isFiltered,
  type ListDefinition,
  type ListRequest,
  type ListSearch,
  maxPageSize,
  readListSearch,
  toListRequest,
} from './listSearch.ts'
import { type Query, type SavableFilters, useStartFilter } from './savedFilters.ts'

type Options<Definition extends ListDefinition, Row> = {
  definition: Definition
  /** Invalidate this to reload the list. */
  queryKey: readonly unknown[]
  load: (
    request: ListRequest<Definition>,
    options: { signal: AbortSignal },
  ) => Promise<{ data: { items: Row[]; total: number; isCapped?: boolean | undefined } }>
  /** Name of the list's saved filters, if it has any. */
  savedAs?: SavableList
  /** Milliseconds; default 30 seconds. */
  staleTime?: number
}

export type Sorting<Sort extends string> = {
  sort: Sort
  order: 'asc' | 'desc'
  onSort: (sort: Sort, order?: 'asc' | 'desc') => void
}

export type PagedList<Row> = {
  rows: Row[] | undefined
  total: number
  /** More rows match than `total`, which limits counting and paging. */
  isCapped: boolean
  /** Changes whenever the filters do. */
  filterKey: string
  page: number
  limit: number
  error: Error | null
  /** Rows still belong to the previous URL. */
  isStale: boolean
  isFiltered: boolean
  retry: () => void
  goToPage: (page: number, options?: { replace: boolean }) => void
  setLimit: (limit: number) => void
  clearFilters: () => void
  /** All rows that match, up to as many as are counted, from the server. */
  loadAll: () => Promise<Row[]>
}

export type List<Row, Sort extends string, Search> = PagedList<Row> & {
  sorting: Sorting<Sort>
  search: Search
  set: (change: { [Name in keyof Search]?: Search[Name] | undefined }) => void
  saved: SavableFilters | undefined
}

/**
 * A list whose state is the page's URL. `set` changes filters (undefined removes one) and returns to page
 * one.
 */
export function useList<Definition extends ListDefinition, Row>({
  definition,
  queryKey,
  load,
  savedAs,
  staleTime,
}: Options<Definition, Row>) {
  // Read again, because unknown keys pass through the router.
  const search = readListSearch(usePageSearch(), definition)
  const path = usePagePath()
  useEffect(() => rememberList(path, search), [path, search])
  const setSearch = useSetPageSearch()
  const request = toListRequest(search, definition)
  const open = (query: Query) => setSearch(() => readListSearch(query, definition), { replace: true })
  const isWaiting = useStartFilter(
    savedAs,
    Object.keys(search).length === 0,
    (query) => readListSearch(query, definition),
    open,
  )
  const query = useQuery({
    queryKey: [...queryKey, request],
    queryFn: async ({ signal }) => (await load(request, { signal })).data,
    placeholderData: keepPreviousData,
    enabled: !isWaiting,
    ...(staleTime === undefined ? {} : { staleTime }),
  })
  const navigate = (change: Record<string, unknown>, replace: boolean) =>
    setSearch((before) => readListSearch({ ...before, ...change }, definition), { replace })
  const { sort, order } = request
  const sorting: Sorting<Definition['sorts'][number]> = {
    sort,
    order,
    onSort: (next, requestedOrder) => {
      const reversedOrder = order === 'asc' ? 'desc' : 'asc'
      navigate(
        {
          page: undefined,
          sort: next,
          order: requestedOrder ?? (next === sort ? reversedOrder : definition.defaultSort.order),
        },
        true,
      )
    },
  }
  const loadAll = async () => {
    const rows: Row[] = []
    const limit = maxPageSize
    const { signal } = new AbortController()
    for (let page = 1, total: number = limit; (page - 1) * limit < total; page += 1) {
      const { data } = await load({ ...request, page, limit }, { signal })
      rows.push(...data.items)
      total = data.total
    }
    return rows
  }
  const clearedFilters = Object.fromEntries(
    ['text', ...Object.keys(definition.filters)].map((name) => [name, undefined]),
  )
  const { page: _page, limit: _limit, ...criteria } = request
  const { page: _searchPage, ...savableSearch } = search
  return {
    search,
    /** For the list's endpoint and its export. */
    criteria,
    set: (change) => navigate({ page: undefined, ...change }, true),
    saved: savedAs && { list: savedAs, query: savableSearch as Query, open },
    sorting,
    rows: query.data?.items,
    total: query.data?.total ?? 0,
    isCapped: query.data?.isCapped ?? false,
    filterKey: filterKeyOf(request),
    page: request.page,
    limit: request.limit,
    error: query.error,
    isStale: query.isPlaceholderData,
    isFiltered: isFiltered(search, definition),
    retry: () => void query.refetch(),
    goToPage: (page: number, { replace } = { replace: false }) => navigate({ page }, replace),
    setLimit: (limit: number) => navigate({ page: undefined, limit }, true),
    clearFilters: () => navigate({ page: undefined, ...clearedFilters }, true),
    loadAll,
  } satisfies List<Row, Definition['sorts'][number], ListSearch<Definition>> & Record<string, unknown>
}

/** Without sorting and paging. */
function filterKeyOf({
  page: _page,
  limit: _limit,
  sort: _sort,
  order: _order,
  ...filters
}: ListRequest<ListDefinition>) {
  return JSON.stringify(filters)
}
