import { z } from 'zod'
import { endpoint, id } from '#shared/endpoint.ts'
import { taxTreatments } from '#shared/pricing/tax.ts'
import { roles } from './roles.ts'

const tokens = z.object({ token: z.string(), refreshToken: z.string() })
export type Tokens = z.infer<typeof tokens>

/** `seconds`: validity. The address is masked. */
const codeSent = z.object({ verificationRequired: z.literal(true), email: z.string(), seconds: z.int() })
/** Asks for a code of the authenticator, or a recovery code. */
export const totpWanted = z.object({ totpRequired: z.literal(true) })

export const auths = z.array(
  z.object({
    groupName: z.string().max(50),
    number: z
      .int()
      .min(0)
      .max(2 ** 31 - 1),
  }),
)
export const pageAuths = z.array(z.object({ pageId: z.int().min(1).max(9999), isAllow: z.boolean() }))

const userInfo = z.object({
  id,
  /** Active in this session; the first decides the user's reach. */
  roles: z.array(z.enum(roles)),
  /** Selectable for this session. */
  allRoles: z.array(z.enum(roles)),
  name: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  auths,
  pageAuths,
  currAccCode: z.string().optional(),
  salesPersonCode: z.string().optional(),
  /** Percent that an agent may take off by themselves. */
  maxDiscount: z.number().optional(),
  /** May look but not order. */
  isBlocked: z.boolean().optional(),
  /** Tax treatment of the customer's account. */
  taxTreatment: z.enum(taxTreatments).optional(),
  /** Nothing else works until it is set up. */
  secondFactorRequired: z.boolean().optional(),
})
export type UserInfo = z.infer<typeof userInfo>

/** A current password: only its length is checked. */
export const currentPassword = z.string().min(1).max(1000)

/** The server checks its strength. */
export const newPassword = {
  newPassword: z.string().min(1).max(1000),
  newPasswordConfirm: z.string().min(1).max(1000),
}
export const passwordsMatch = (input: { newPassword: string; newPasswordConfirm: string }) =>
  input.newPassword === input.newPasswordConfirm
export const passwordMismatch = { path: ['newPasswordConfirm'], params: { key: 'field.passwordsDiffer' } }

export const authenticate = endpoint({
  call: 'POST /api/Account/authenticate',
  summary:
    'Signs in. The user name is trimmed. If the user has a second factor, the answer asks for it and the call is ' +
    'repeated with verificationCode; repeated without, a new code is mailed. Sets the cookie urt',
  access: 'open',
  transaction: 'own',
  input: z.object({
    username: z.string().trim().min(1).max(100),
    password: currentPassword,
    verificationCode: z.string().trim().max(40).optional(),
  }),
  reply: z.union([tokens, codeSent, totpWanted]),
  errors: [
    'session.badCredentials',
    'session.badCode',
    'session.codeSpent',
    'session.tooManyTries',
    'mail.failed',
    'request.tooMany',
  ],
  perMinute: { address: 300 },
})
export type SignInAnswer = z.infer<typeof authenticate.reply>

export const createTokenByRefreshToken = endpoint({
  call: 'GET /api/Account/CreateTokenByRefreshToken',
  summary: 'New tokens for a refresh token from the query or the cookie urt. A used token ends the session',
  access: 'open',
  transaction: 'own',
  input: z.object({ refreshToken: z.string().max(200).optional() }),
  reply: tokens,
  errors: ['session.ended', 'request.tooMany'],
  perMinute: { address: 300 },
})

export const logout = endpoint({
  call: 'POST /api/Account/Logout',
  summary: 'Ends the session of the refresh token in the body or the cookie urt; succeeds without one, too',
  access: 'open',
  transaction: 'own',
  input: z.object({ refreshToken: z.string().max(200).optional() }).default({}),
})

export const getUserInfo = endpoint({
  call: 'GET /api/Account/GetUserInfo',
  summary: 'The signed-in user and their permissions',
  access: 'signedIn',
  beforeSecondFactor: true,
  reply: userInfo,
})

export const changeRole = endpoint({
  call: 'POST /api/Account/ChangeRole',
  summary: "Lets the session act in one of the user's roles, or in all of them (null); new tokens for it",
  access: 'signedIn',
  beforeSecondFactor: true,
  input: z.object({ role: z.enum(roles).nullable() }),
  reply: tokens,
  errors: ['permission.denied'],
})

export const requestPasswordReset = endpoint({
  call: 'POST /api/Account/RequestPasswordReset',
  summary: 'Mails a link for setting a new password. The answer does not reveal whether the user exists',
  access: 'open',
  transaction: 'own',
  input: z.object({ username: z.string().trim().min(1).max(254) }),
  errors: ['session.tooManyTries', 'request.tooMany'],
  perMinute: { address: 60 },
})

export const resetPassword = endpoint({
  call: 'POST /api/Account/ResetPassword',
  summary: 'Sets a new password with a mailed token, once; ends all sessions of the user',
  access: 'open',
  transaction: 'own',
  input: z
    .object({ token: z.string().min(1).max(200), ...newPassword })
    .refine(passwordsMatch, passwordMismatch),
  errors: ['account.resetLinkSpent', 'request.invalid', 'request.tooMany'],
  perMinute: { address: 60 },
})
