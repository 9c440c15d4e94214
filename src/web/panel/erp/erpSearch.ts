import type { TransferFilter } from '#shared/erp/erp.ts'
import { asText, defineList, oneOf, readListSearch } from '../list/listSearch.ts'

// Repeats the endpoints' values, to keep their schemas out of the first load.
export const transferViews = [
  'waiting',
  'uncertain',
  'dead',
  'held',
  'sent',
  'sentLately',
] as const satisfies readonly TransferFilter[]
export const errorClasses = ['rejected', 'down', 'auth', 'unknown'] as const

/** The first tab is the URL's default. */
export const erpTabs = ['state', 'orders', 'fetching', 'comparison', 'setup'] as const

/** Comes in queue order. */
export const transferList = defineList({
  sorts: ['requestedAt'],
  defaultSort: { sort: 'requestedAt', order: 'asc' },
  filters: {
    tab: oneOf(['orders', 'fetching', 'comparison', 'setup']),
    /** Id of the comparison shown; default the newest. */
    run: asText,
    state: oneOf(transferViews),
    errorClass: oneOf(errorClasses),
  },
})

export const readErpSearch = (search: Record<string, unknown>) => readListSearch(search, transferList)
