import type { z } from 'zod'
import type { addUser, SystemUser, updateUser } from '#shared/users.ts'
import { api } from '#web/api.ts'
import type { Draft } from '../form/draft.ts'
import { inOrder } from './permissions.ts'
import type { NewUserSearch } from './userSearch.ts'

export type NewUserDraft = Draft<z.input<typeof addUser.input>>
export type UserDraft = Draft<z.input<typeof updateUser.input>>

/** A user, deleted or not. */
export async function fetchUser(id: string, options: { signal?: AbortSignal } = {}): Promise<SystemUser> {
  return (await api.get('/api/Account/GetSystemUserById', { id }, options)).data
}

/** What a new user's form starts with: nothing, or for whom a link says it is. */
export function newUser({ role, salesPersonCode, currAccCode }: NewUserSearch): NewUserDraft {
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

/** A user as their form shows them. The version is no part of what is typed: a save adds it. */
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
    ...inOrder(user),
    salesPersonCode: user.salesPersonCode ?? '',
    currAccCode: user.currAccCode ?? '',
    emailVerification: user.emailVerification,
    isActive: user.isActive,
    password: '',
    passwordConfirm: '',
  }
}

type Tied = {
  roles: string[]
  salesPersonCode?: string | undefined
  currAccCode?: string | undefined
}

/** Nobody stays tied to an agent or a customer whose role they no longer have. */
export function untied<Values extends Tied>(values: Values): Values {
  const { salesPersonCode, currAccCode, ...others } = values
  return {
    ...others,
    ...(values.roles.includes('sp') ? { salesPersonCode } : {}),
    ...(values.roles.includes('customer') ? { currAccCode } : {}),
  } as Values
}
