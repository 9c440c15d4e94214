import type { z } from 'zod'
import type { addUser, SystemUser, updateUser } from '#shared/users.ts'
import { api, type CallOptions } from '#web/api.ts'
import type { Draft } from '../form/draft.ts'
import type { useRecordForm } from '../form/useRecordForm.ts'
import { sortGrants } from './permissions.ts'
import type { NewUserSearch } from './userSearch.ts'

export type NewUserDraft = Draft<z.input<typeof addUser.input>>
export type UserDraft = Draft<z.input<typeof updateUser.input>>

/** The form API that the sections use, for new and existing users. */
export type UserForm = Pick<
  ReturnType<typeof useRecordForm<typeof addUser.input, unknown>>,
  'text' | 'choice' | 'flag' | 'values' | 'set' | 'errorOf'
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
    username: '',
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    roles: [...roles],
    auths: [],
    pageAuths: [],
    salesPersonCode: salesPersonCode ?? '',
    currAccCode: currAccCode ?? '',
    emailVerification: false,
    isActive: true,
    password: '',
    passwordConfirm: '',
  }
}

/** The version is not typed; saving adds it. */
export function draftOf(user: SystemUser): UserDraft {
  return {
    id: user.id,
    version: undefined,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phone: user.phone,
    roles: user.roles,
    ...sortGrants(user),
    salesPersonCode: user.salesPersonCode ?? '',
    currAccCode: user.currAccCode ?? '',
    emailVerification: user.emailVerification,
    isActive: user.isActive,
    password: '',
    passwordConfirm: '',
  }
}

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
