import type { ChangeAction, ChangeSubject } from '#shared/changes.ts'
import { asDay, defineList, oneOf, readListSearch } from '../list/listSearch.ts'

// Subjects and actions stand here again: the call's own come with its schema, which the first load does without.
export const subjects = [
  'user',
  'agent',
  'customer',
  'settings',
  'order',
  'catalogue',
  'price',
] as const satisfies ChangeSubject[]
export const actions = [
  'added',
  'changed',
  'deleted',
  'restored',
  'placed',
  'imported',
  'passwordChanged',
  'passwordReset',
  'twoFactorOn',
  'twoFactorOff',
  'sessionsEnded',
  'brandsExcluded',
  'handedOver',
] as const satisfies ChangeAction[]

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A filter that is an id. */
const asId = (value: unknown) =>
  typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : undefined

/** What the change log can be filtered by; it comes newest first. */
export const changeList = defineList({
  sorts: ['at'],
  first: { sort: 'at', order: 'desc' },
  filters: {
    subject: oneOf(subjects),
    subjectId: asId,
    action: oneOf(actions),
    userId: asId,
    from: asDay,
    to: asDay,
  },
})

export const readChangeSearch = (search: Record<string, unknown>) => readListSearch(search, changeList)
