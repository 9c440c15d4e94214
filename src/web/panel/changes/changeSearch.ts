import { changeActions, changeSubjects } from '#shared/changeKinds.ts'
import { dayFilters, defineList, oneOf, readListSearch } from '../list/listSearch.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A filter that is an id. */
const asId = (value: unknown) =>
  typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : undefined

/** What the change log can be filtered by; it comes newest first. */
export const changeList = defineList({
  sorts: ['at'],
  first: { sort: 'at', order: 'desc' },
  filters: {
    subject: oneOf(changeSubjects),
    subjectId: asId,
    action: oneOf(changeActions),
    userId: asId,
    ...dayFilters,
  },
})

export const readChangeSearch = (search: Record<string, unknown>) => readListSearch(search, changeList)
