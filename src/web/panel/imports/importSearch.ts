import type {
  importChangeSorts,
  importChangeStates,
  importNotes,
  importSorts,
} from '#shared/imports/imports.ts'
import { asText, defineList, oneOf } from '../list/listSearch.ts'

// Repeats the endpoints' sorts and filters, to keep their schemas out of the first load.
const sorts = ['createdAt'] as const satisfies typeof importSorts

export const importList = defineList({
  sorts,
  defaultSort: { sort: 'createdAt', order: 'desc' },
  filters: {},
})

const changeSorts = ['line', 'itemCode', 'state'] as const satisfies typeof importChangeSorts
const states = ['new', 'changed', 'unchanged', 'bad'] as const satisfies typeof importChangeStates
const notes = [
  'differs',
  'stockMoved',
  'kept',
  'removed',
  'deactivated',
] as const satisfies typeof importNotes

export const importChangeList = defineList({
  sorts: changeSorts,
  defaultSort: { sort: 'line', order: 'asc' },
  filters: { state: oneOf(states), field: asText, note: oneOf(notes) },
})
export type ImportChangeSort = (typeof importChangeList.sorts)[number]
