import { trySetItem } from '#web/trySetItem.ts'
import { asText, type ListSearch, readListSearch } from '../../list/listSearch.ts'
import { productList } from '../products/productSearch.ts'

export const maxTickedProducts = 1000

/** By generated name, because a thousand ids do not fit in a URL. */
const tickedByName = new Map<string, string[]>()

/** Stores ids and answers their name for the URL. */
export function storeTicked(ids: string[]): string {
  const name = `t${Date.now().toString(36)}`
  tickedByName.set(name, ids)
  trySetItem(sessionStorage, `sheet ${name}`, JSON.stringify(ids))
  return name
}

export function tickedOf(name: string): string[] {
  const ids: unknown = tickedByName.get(name) ?? JSON.parse(sessionStorage.getItem(`sheet ${name}`) ?? '[]')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

type Filters = Omit<ListSearch<typeof productList>, 'page' | 'limit' | 'sort' | 'order' | 'state'>
export type SheetSearch = Filters & { state?: 'active' | 'inactive'; ticked?: string }

/** Leaves out the deleted state, because deleted products cannot be edited. */
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
