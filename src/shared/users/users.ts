import { z } from 'zod'
import { answer, endpoint, flag, id, line, listInput, page, version } from '#shared/endpoint.ts'
import { userColumns } from '#shared/exports/exportColumns.ts'
import { exportOf } from '#shared/exports/exports.ts'
import { changeShape, newShape, storedShape } from '#shared/records/recordField.ts'
import { userFields } from '#shared/records/userFields.ts'
import { roles } from './roles.ts'

type UserInput = {
  roles: string[]
  email?: string | undefined
  emailVerification?: boolean | undefined
  salesPersonCode?: string | undefined
  currAccCode?: string | undefined
  password?: string | undefined
  passwordConfirm?: string | undefined
}

/** Checks between fields, if both are given. */
function checkConsistency(user: UserInput, context: z.core.$RefinementCtx): void {
  const refuse = (path: string, key: string) =>
    context.addIssue({ code: 'custom', path: [path], params: { key }, input: user })
  if (user.roles.includes('sp') && user.salesPersonCode === '') refuse('salesPersonCode', 'field.agentNeeded')
  if (user.roles.includes('customer') && user.currAccCode === '') refuse('currAccCode', 'field.accountNeeded')
  if (user.emailVerification && user.email === '') refuse('email', 'field.emailNeeded')
  // Optional, but must match.
  if (user.passwordConfirm !== undefined && user.passwordConfirm !== (user.password ?? '')) {
    refuse('passwordConfirm', 'field.passwordsDiffer')
  }
}

const typedPassword = z.string().max(1000)

const systemUser = z.object({
  id,
  ...storedShape(userFields),
  email: z.string(),
  salesPersonCode: z.string().optional(),
  currAccCode: z.string().optional(),
  version,
  hasTotp: z.boolean(),
  isDeleted: z.boolean(),
  /** Active ones. */
  sessions: z.int(),
  /** False for users with more permissions than the caller. */
  canEdit: z.boolean(),
  createdAt: z.string(),
})
export type SystemUser = z.infer<typeof systemUser>

const userRow = systemUser
  .pick({
    id: true,
    username: true,
    email: true,
    phone: true,
    roles: true,
    isActive: true,
    isDeleted: true,
    hasTotp: true,
    canEdit: true,
  })
  .extend({
    name: z.string(),
    /** The user's agent or customer; '' for neither. */
    of: z.string(),
    lastSignIn: z.string().optional(),
  })
export type UserRow = z.infer<typeof userRow>

export const getSystemUserById = endpoint({
  call: 'GET /api/Account/GetSystemUserById',
  summary: 'A user',
  access: { pages: ['userEdit'] },
  input: z.object({ id }),
  reply: answer(systemUser),
  errors: ['notFound'],
})

export const addUser = endpoint({
  call: 'POST /api/Account/AddUser',
  summary: 'Adds a user. Only admins can create admins or grant tasks and pages they do not have',
  access: { pages: ['userCreate'] },
  transaction: 'own',
  input: z
    .object({
      ...newShape(userFields),
      password: typedPassword.refine((text) => text !== '', { params: { key: 'field.required' } }),
      passwordConfirm: typedPassword.optional(),
    })
    .superRefine(checkConsistency),
  sentBack: systemUser,
  reply: answer(z.object({ id })),
  errors: ['request.invalid', 'user.notYours'],
})

export const updateUser = endpoint({
  call: 'POST /api/Account/UpdateUser',
  summary: 'Changes a user; omitted fields stay. A new password ends all their sessions',
  access: { pages: ['userEdit'] },
  transaction: 'own',
  input: z
    .object({
      id,
      version: version.optional(),
      ...changeShape(userFields),
      password: typedPassword.optional(),
      passwordConfirm: typedPassword.optional(),
    })
    .superRefine(checkConsistency),
  sentBack: systemUser,
  reply: answer(z.object({ version })),
  errors: [
    'notFound',
    'request.invalid',
    'record.changed',
    'user.notYours',
    'user.lastAdmin',
    'user.oneself',
  ],
})

export const deleteUser = endpoint({
  call: 'GET /api/Account/DeleteUser',
  summary: 'Deletes a user and ends their sessions; can be restored. Refuses the caller and the last admin',
  access: { pages: ['userEdit'] },
  transaction: 'write',
  input: z.object({ id }),
  errors: ['notFound', 'user.notYours', 'user.lastAdmin', 'user.oneself'],
})

export const restoreUser = endpoint({
  call: 'POST /api/Account/RestoreUser',
  summary: 'Restores a deleted user, unless the name is taken',
  access: { pages: ['userEdit'] },
  input: z.object({ id }),
  errors: ['notFound', 'user.notYours', 'record.inUse'],
})

export const endUserSessions = endpoint({
  call: 'POST /api/Account/EndUserSessions',
  summary: 'Signs a user out everywhere',
  access: { pages: ['userEdit'] },
  input: z.object({ id }),
  errors: ['notFound', 'user.notYours'],
})

export const resetUserTotp = endpoint({
  call: 'POST /api/Account/ResetUserTotp',
  summary: "Removes a user's lost authenticator and ends their sessions",
  access: { pages: ['userEdit'] },
  transaction: 'own',
  input: z.object({ id }),
  errors: ['notFound', 'user.notYours'],
})

export const userSorts = ['username', 'name', 'email', 'lastSignIn'] as const

export const getSystemUsers = endpoint({
  call: 'POST /api/Account/GetSystemUsers',
  summary: 'Users; customerFetch: only those with the role customer. Deleted ones only on request',
  access: { pages: ['users'] },
  transaction: 'read',
  input: z.object({
    ...listInput(userSorts),
    customerFetch: flag.default(false),
    role: z.enum(roles).optional(),
    state: z.enum(['active', 'passive', 'deleted']).optional(),
  }),
  reply: page(userRow),
  alsoInQuery: ['customerFetch'],
})

export const exportUsers = exportOf(getSystemUsers, 'POST /api/Account/ExportUsers', userColumns)

const accountOption = z.object({ currAccCode: z.string(), currAccDescription: z.string() })

export const getAccountsForSelect = endpoint({
  call: 'GET /api/Account/GetAccountsForSelect',
  summary: 'Customers to choose from for a user or a setting: up to 50 matches, by code',
  access: { pages: ['userCreate', 'userEdit', 'customers', 'settings', 'priceRules'] },
  input: z.object({ search: line(100).optional() }),
  reply: answer(z.array(accountOption)),
})

export const getSalesPersonForSelect = endpoint({
  call: 'GET /api/Account/GetSalesPersonForSelect',
  summary: 'Sales agents to choose from',
  access: { pages: ['userCreate', 'userEdit', 'customers', 'agents', 'agentEdit'] },
  reply: answer(z.array(z.object({ salesPersonCode: z.string(), firstLastName: z.string() }))),
})
