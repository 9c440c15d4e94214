import type { z } from 'zod'
import { addUser, type SystemUser, updateUser } from '#shared/users/users.ts'
import { api, type CallOptions } from '#web/api.ts'
import { type Draft, draftFrom, newDraft } from '../form/draft.ts'
import type { useRecordForm } from '../form/useRecordForm.ts'
import { sortGrants } from './permissions.ts'
import type { NewUserSearch } from './userSearch.ts'

export type NewUserDraft = Draft<z.input<typeof addUser.input>>
export type UserDraft = Draft<z.input<typeof updateUser.input>>

/** The form API that the sections use, for new and existing users. */
export type UserForm = Pick<
  ReturnType<typeof useRecordForm<typeof addUser.input, unknown>>,
  'text' | 'number' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf'
>

/** Also loads deleted users. */
export const getUser = (id: string, options?: CallOptions) =>
  api.get('/api/Account/GetSystemUserById', { id }, options)

/** A new user's initial values, prefilled from a link. */
export function newUserDraft({ role, salesPersonCode, currAccCode }: NewUserSearch): NewUserDraft {
  const roles = new Set(role ? [role] : [])
  if (salesPersonCode) roles.add('sp')
  if (currAccCode) roles.add('customer')
  return {
    ...newDraft(addUser.input),
    roles: [...roles],
    salesPersonCode: salesPersonCode ?? '',
    currAccCode: currAccCode ?? '',
    isActive: true,
  }
}

export const draftOf = (user: SystemUser): UserDraft => ({
  ...draftFrom(updateUser.input, user),
  ...sortGrants(user),
})

type RoleLinks = {
  roles: string[]
  salesPersonCode?: string | undefined
  currAccCode?: string | undefined
}

/** Drops the agent or customer of a role the user no longer has. */
export function withoutUnusedLinks<Values extends RoleLinks>(values: Values): Values {
  const { salesPersonCode, currAccCode, ...others } = values
  return {
    ...others,
    ...(values.roles.includes('sp') ? { salesPersonCode } : {}),
    ...(values.roles.includes('customer') ? { currAccCode } : {}),
  } as Values
}
