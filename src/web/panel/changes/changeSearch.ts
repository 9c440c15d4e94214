import { changeActions, changeSubjects } from '#shared/changes/changeKinds.ts'
import { type DayFilter, dayFilters, defineList, oneOf, toCall } from '../list/listSearch.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const asId = (value: unknown) =>
  typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : undefined

export const changeList = defineList({
  sorts: ['at'],
  defaultSort: { sort: 'at', order: 'desc' },
  filters: {
    subject: oneOf(changeSubjects),
    subjectId: asId,
    action: oneOf(changeActions),
    userId: asId,
    ...dayFilters,
  },
})

type Unsorted = DayFilter & { sort?: unknown; order?: unknown; text?: string }

/** Always newest first. */
export const toChangeCall = <Request extends Unsorted>({ sort: _sort, order: _order, ...filters }: Request) =>
  toCall(filters)
