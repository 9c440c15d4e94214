import { z } from 'zod'
import { email, line, requiredLine } from '#shared/endpoint.ts'
import { auths, pageAuths } from '#shared/users/account.ts'
import { roles } from '#shared/users/roles.ts'
import { customerTextLimits } from './customerFields.ts'
import { type RecordFields, wordsOf } from './recordField.ts'

export const userFields = {
  username: {
    schema: requiredLine(50).pipe(z.string().min(3)),
    label: 'login.username',
    hint: 'panel.user.usernameHint',
    input: 'code',
  },
  roles: {
    schema: z.array(z.enum(roles)).min(1).max(roles.length),
    label: 'panel.user.roles',
    words: wordsOf(roles, (role) => `role.${role}`),
  },
  firstName: { schema: line(50), initial: '', label: 'panel.user.firstName' },
  lastName: { schema: line(50), initial: '', label: 'panel.user.lastName' },
  email: {
    schema: email,
    initial: '',
    label: 'panel.person.email',
    hint: 'panel.user.emailHint',
    input: 'email',
  },
  phone: {
    schema: line(customerTextLimits.phone),
    initial: '',
    label: 'panel.person.phone',
    input: 'phone',
  },
  auths: { schema: auths.max(50), initial: [], label: 'panel.user.tasks', column: null },
  pageAuths: { schema: pageAuths.max(200), initial: [], label: 'panel.user.permissions', column: null },
  salesPersonCode: { schema: line(30), initial: '', label: 'panel.agentEdit', column: null },
  currAccCode: { schema: line(30), initial: '', label: 'panel.customer.code', column: null },
  emailVerification: {
    schema: z.boolean(),
    initial: false,
    label: 'panel.user.verification',
    hint: 'panel.user.verificationHint',
  },
  isActive: {
    schema: z.boolean(),
    initial: true,
    label: 'panel.user.isActive',
    hint: 'panel.user.isActiveHint',
  },
} satisfies RecordFields
