import type { addUser } from '#shared/users.ts'
import type { useRecordForm } from '../form/useRecordForm.ts'

/** The form API that the sections use, for new and existing users. */
export type UserForm = Pick<
  ReturnType<typeof useRecordForm<typeof addUser.input, unknown>>,
  'text' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf'
>

export type EditMode = {
  isNew: boolean
  /** Users cannot change their own permissions. */
  isSelf: boolean
  isReadOnly?: boolean
}
