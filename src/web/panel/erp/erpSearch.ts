import type { TransferFilter } from '#shared/erp.ts'
import { asText, defineList, oneOf, readListSearch } from '../list/listSearch.ts'

// Values stand here again: the calls' own come with their schemas, which the first load does without.
/** What of the queue can be looked at, as people ask for it. */
export const transferViews = [
  'waiting',
  'uncertain',
  'dead',
  'held',
  'sent',
  'sentLately',
] as const satisfies readonly TransferFilter[]
export const errorClasses = ['rejected', 'down', 'auth', 'unknown'] as const

/** The parts of the page; the first one is what stands in no address. */
export const erpTabs = ['state', 'orders', 'fetching', 'comparison', 'setup'] as const

/** What the list of orders on their way can be filtered by; it comes in the order of the queue. */
export const transferList = defineList({
  sorts: ['requestedAt'],
  defaultSort: { sort: 'requestedAt', order: 'asc' },
  filters: {
    tab: oneOf(['orders', 'fetching', 'comparison', 'setup']),
    /** The comparison that is looked at; the newest where absent. */
    run: asText,
    state: oneOf(transferViews),
    errorClass: oneOf(errorClasses),
  },
})

export const readErpSearch = (search: Record<string, unknown>) => readListSearch(search, transferList)
