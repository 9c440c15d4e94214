import { PermissionFields } from './PermissionFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import { RoleFields } from './RoleFields.tsx'
import { SignInFields } from './SignInFields.tsx'
import type { Editing, UserForm } from './userForm.ts'

/** All that can be said of a user. */
export function UserSections(props: Editing & { form: UserForm }) {
  return (
    <>
      <PersonFields {...props} />
      <SignInFields {...props} />
      <RoleFields {...props} />
      <PermissionFields {...props} />
    </>
  )
}
