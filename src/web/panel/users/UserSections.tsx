import { PermissionFields } from './PermissionFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import { RoleFields } from './RoleFields.tsx'
import { SignInFields } from './SignInFields.tsx'
import type { EditMode, UserForm } from './userForm.ts'

export function UserSections(props: EditMode & { form: UserForm }) {
  return (
    <>
      <PersonFields {...props} />
      <SignInFields {...props} />
      <RoleFields {...props} />
      <PermissionFields {...props} />
    </>
  )
}
