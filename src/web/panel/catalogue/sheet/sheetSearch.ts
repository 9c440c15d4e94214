import { trySetItem } from '#web/trySetItem.ts'
import { asText, type ListSearch, readListSearch } from '../../list/listSearch.ts'
import { productList } from '../products/productSearch.ts'

/** Products ticked in the list, kept under a name of their own: a thousand of them are too many for an address. */
/** Products that the sheet takes by their ids. */
export const mostTicked = 1000
const ticked = new Map<string, string[]>()

/** Keeps ids for the sheet; answers what its address calls them. */
export function keepTicked(ids: string[]): string {
  const name = `t${Date.now().toString(36)}`
  ticked.set(name, ids)
  trySetItem(sessionStorage, `sheet ${name}`, JSON.stringify(ids))
  return name
}

export function tickedOf(name: string): string[] {
  const ids: unknown = ticked.get(name) ?? JSON.parse(sessionStorage.getItem(`sheet ${name}`) ?? '[]')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

type Filters = Omit<ListSearch<typeof productList>, 'page' | 'limit' | 'sort' | 'order' | 'state'>
export type SheetSearch = Filters & { state?: 'active' | 'inactive'; ticked?: string }

/** What the list is filtered by, as far as it can be edited: deleted products cannot. */
export function readSheetSearch(search: Record<string, unknown>): SheetSearch {
  const {
    page: _page,
    limit: _limit,
    sort: _sort,
    order: _order,
    state,
    ...filters
  } = readListSearch(search, productList)
  const name = asText(search.ticked)
  return {
    ...filters,
    ...(state === 'active' || state === 'inactive' ? { state } : {}),
    ...(name ? { ticked: name } : {}),
  }
}
