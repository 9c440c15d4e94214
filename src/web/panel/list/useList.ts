import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SavableList } from '#shared/savedFilters.ts'
import { usePagePath, usePageSearch, useSetPageSearch } from '../shell/pageAddress.ts'
import { rememberList } from './listLink.ts'
import {
  callOf,
  isFiltered,
  type ListCall,
  type ListDefinition,
  type ListSearch,
  readListSearch,
} from './listSearch.ts'
import { type Query, useStart } from './savedFilters.ts'

type Options<Definition extends ListDefinition, Row> = {
  definition: Definition
  /** What the rows are kept under, such as ['users']: invalidate it and the list is asked for anew. */
  queryKey: readonly unknown[]
  load: (
    call: ListCall<Definition>,
    options: { signal: AbortSignal },
  ) => Promise<{ items: Row[]; total: number; isCapped?: boolean | undefined }>
  /** Under which name the user's own filters are kept; absent where they cannot be. */
  savedAs?: SavableList
  /** How long the rows are as good as new, in milliseconds: half a minute where absent. */
  staleTime?: number
}

/** How a table is sorted, and what a press on a column's name does. */
export type Sorting<Sort extends string> = {
  sort: Sort
  order: 'asc' | 'desc'
  onSort: (sort: Sort, order?: 'asc' | 'desc') => void
}

/** What {@link useList} gives a page, whatever it lists. */
export type List<Row> = {
  rows: Row[] | undefined
  total: number
  /** True where more match than `total`, which is as far as is counted and paged. */
  isCapped: boolean
  /** Says which rows the filters let through: the same for as long as they are the same. */
  matching: string
  page: number
  limit: number
  error: Error | null
  /** While the rows are those of the address before. */
  isStale: boolean
  isFiltered: boolean
  retry: () => void
  toPage: (page: number, options?: { replace: boolean }) => void
  setLimit: (limit: number) => void
  clearFilters: () => void
}

/**
 * A list whose state is the address of the page. `set` changes filters and starts again at the first page; undefined
 * takes a filter away.
 */
export function useList<Definition extends ListDefinition, Row>({
  definition,
  queryKey,
  load,
  savedAs,
  staleTime,
}: Options<Definition, Row>) {
  // Read anew: what stands in the address beside the known keys comes through as it is.
  const search = readListSearch(usePageSearch(), definition)
  const path = usePagePath()
  useEffect(() => rememberList(path, search), [path, search])
  const setSearch = useSetPageSearch()
  const call = callOf(search, definition)
  const open = (query: Query) => setSearch(() => readListSearch(query, definition), { replace: true })
  const isWaiting = useStart(
    savedAs,
    Object.keys(search).length === 0,
    (query) => readListSearch(query, definition),
    open,
  )
  const query = useQuery({
    queryKey: [...queryKey, call],
    queryFn: ({ signal }) => load(call, { signal }),
    placeholderData: keepPreviousData,
    enabled: !isWaiting,
    ...(staleTime === undefined ? {} : { staleTime }),
  })
  const go = (change: Record<string, unknown>, replace: boolean) =>
    setSearch((before) => readListSearch({ ...before, ...change }, definition), { replace })
  const set = (
    change: { [Name in keyof ListSearch<Definition>]?: ListSearch<Definition>[Name] | undefined },
  ) => go({ page: undefined, ...change }, true)
  const { sort, order } = call
  const sorting: Sorting<Definition['sorts'][number]> = {
    sort,
    order,
    onSort: (next, asked) => {
      const turned = order === 'asc' ? 'desc' : 'asc'
      go(
        { page: undefined, sort: next, order: asked ?? (next === sort ? turned : definition.first.order) },
        true,
      )
    },
  }
  const cleared = Object.fromEntries(
    ['text', ...Object.keys(definition.filters)].map((name) => [name, undefined]),
  )
  const { page: _page, limit: _limit, ...asked } = call
  const { page: _ofSearch, ...kept } = search
  return {
    search,
    /** The filters and the order, as the list's own call and its export want them. */
    asked,
    set,
    /** For FilterBar, where filters can be kept. */
    saved: savedAs && { list: savedAs, query: kept as Query, open },
    sorting,
    rows: query.data?.items,
    total: query.data?.total ?? 0,
    isCapped: query.data?.isCapped ?? false,
    matching: matchingOf(call),
    page: call.page,
    limit: call.limit,
    error: query.error,
    isStale: query.isPlaceholderData,
    isFiltered: isFiltered(search, definition),
    retry: () => void query.refetch(),
    toPage: (page: number, { replace } = { replace: false }) => go({ page }, replace),
    setLimit: (limit: number) => go({ page: undefined, limit }, true),
    clearFilters: () => go({ page: undefined, ...cleared }, true),
  } satisfies List<Row> & Record<string, unknown>
}

/** The filters of a call, without what only sorts and turns pages. */
function matchingOf({
  page: _page,
  limit: _limit,
  sort: _sort,
  order: _order,
  ...filters
}: ListCall<ListDefinition>) {
  return JSON.stringify(filters)
}
