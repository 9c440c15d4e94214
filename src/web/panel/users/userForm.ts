import type { addUser } from '#shared/users.ts'
import type { useRecordForm } from '../form/useRecordForm.ts'

/** The part of a user's form that its sections use, whether the user is new or not. */
export type UserForm = Pick<
  ReturnType<typeof useRecordForm<typeof addUser.input, unknown>>,
  'text' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf'
>

/** What whoever edits may decide. */
export type Editing = {
  isNew: boolean
  /** One's own user: nobody changes what they themselves may do. */
  isOneself: boolean
  /** All of it is only to be looked at. */
  isReadOnly?: boolean
}
