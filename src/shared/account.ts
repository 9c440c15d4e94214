import { z } from 'zod'
import { answer, done, email, endpoint, id, line, nothing, roles } from './endpoint.ts'

const tokens = z.object({ token: z.string(), refreshToken: z.string() })
export type Tokens = z.infer<typeof tokens>

/** A code was sent to the (masked) address and is good for so many seconds. */
const codeSent = z.object({ verificationRequired: z.literal(true), email: z.string(), seconds: z.int() })
/** A code of the user's authenticator, or one of their recovery codes, is wanted. */
const totpWanted = z.object({ totpRequired: z.literal(true) })

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
  /** Those that act in this session: the first decides how far the user reaches. */
  roles: z.array(z.enum(roles)),
  /** Those that the session can be changed to. */
  allRoles: z.array(z.enum(roles)),
  name: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  auths,
  pageAuths,
  currAccCode: z.string().optional(),
  salesPersonCode: z.string().optional(),
  /** The user's account is blocked: it can look and not order. */
  isBlocked: z.boolean().optional(),
  /** The tenant asks a second factor of this user, who has none yet: nothing else works until it is set up. */
  secondFactorRequired: z.boolean().optional(),
})
export type UserInfo = z.infer<typeof userInfo>

/** Halves of characters all become the same one where a text is stored: they make no password. */
export function isText(text: string): boolean {
  return text.isWellFormed()
}

/** A password as it is typed to prove oneself: no rule but a bound. */
const givenPassword = z.string().min(1).max(1000).refine(isText)

/** A new password, typed twice. What it may not be is judged by the server (too short, too common, a name). */
export const newPassword = {
  newPassword: z.string().min(1).max(1000).refine(isText),
  newPasswordConfirm: z.string().min(1).max(1000).refine(isText),
}
export const bothAlike = (input: { newPassword: string; newPasswordConfirm: string }) =>
  input.newPassword === input.newPasswordConfirm
export const differ = { path: ['newPasswordConfirm'], params: { key: 'field.passwordsDiffer' } }

export const authenticate = endpoint({
  method: 'POST',
  path: '/api/Account/authenticate',
  summary:
    'Sign in. The user name is trimmed. Where the user has a second factor the answer asks for it, and the call is ' +
    'repeated with verificationCode; repeated without, a new code is mailed. Sets the cookie urt',
  access: 'open',
  transaction: 'own',
  input: z.object({
    username: z.string().trim().min(1).max(100),
    password: givenPassword,
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
  method: 'GET',
  path: '/api/Account/CreateTokenByRefreshToken',
  summary:
    'New tokens for a refresh token, taken from the query or the cookie urt. An old one ends the session',
  access: 'open',
  transaction: 'own',
  input: z.object({ refreshToken: z.string().max(200).optional() }),
  reply: tokens,
  errors: ['session.ended', 'request.tooMany'],
  perMinute: { address: 300 },
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/Account/Logout',
  summary: 'Ends the session of the refresh token in the body or the cookie urt; succeeds where none is left',
  access: 'open',
  transaction: 'own',
  input: z.object({ refreshToken: z.string().max(200).optional() }).default({}),
  reply: done,
  errors: [],
})

export const getUserInfo = endpoint({
  method: 'GET',
  path: '/api/Account/GetUserInfo',
  summary: 'Who is signed in and what they may do',
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'read',
  input: nothing,
  reply: userInfo,
  errors: [],
})

export const changeRole = endpoint({
  method: 'POST',
  path: '/api/Account/ChangeRole',
  summary: "Lets the session act in one of the user's roles, or in all of them (null); new tokens for it",
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'write',
  input: z.object({ role: z.enum(roles).nullable() }),
  reply: tokens,
  errors: ['permission.denied'],
})

export const passwordChange = endpoint({
  method: 'POST',
  path: '/api/Account/PasswordChange',
  summary: "Changes one's own password; every other session of the user ends",
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'own',
  input: z.object({ oldPassword: givenPassword, ...newPassword }).refine(bothAlike, differ),
  reply: done,
  errors: ['account.wrongPassword', 'session.tooManyTries', 'request.invalid'],
})

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/Account/RequestPasswordReset',
  summary:
    'Mails a link that sets a new password. The answer is the same whether there is such a user or not',
  access: 'open',
  transaction: 'own',
  input: z.object({ username: z.string().trim().min(1).max(254) }),
  reply: done,
  errors: ['session.tooManyTries', 'request.tooMany'],
  perMinute: { address: 60 },
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/Account/ResetPassword',
  summary: 'Sets a new password by the token of a mailed link, once; every session of the user ends',
  access: 'open',
  transaction: 'own',
  input: z.object({ token: z.string().min(1).max(200), ...newPassword }).refine(bothAlike, differ),
  reply: done,
  errors: ['account.resetLinkSpent', 'request.invalid', 'request.tooMany'],
  perMinute: { address: 60 },
})

const session = z.object({
  id,
  isCurrent: z.boolean(),
  /** The User-Agent it was opened with. */
  userAgent: z.string(),
  address: z.string(),
  createdAt: z.string(),
  /** When it last asked for new tokens. */
  renewedAt: z.string(),
})
export type Session = z.infer<typeof session>

export const getSessions = endpoint({
  method: 'GET',
  path: '/api/Account/GetSessions',
  summary: "The user's own living sessions, this one first",
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'read',
  input: nothing,
  reply: answer(z.array(session)),
  errors: [],
})

export const endSession = endpoint({
  method: 'POST',
  path: '/api/Account/EndSession',
  summary: "Ends one of the user's own sessions",
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound'],
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/Account/EndOtherSessions',
  summary: "Ends all of the user's own sessions but this one",
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'write',
  input: nothing,
  reply: done,
  errors: [],
})

const profile = z.object({
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  introduction: z.string(),
  avatar: z.string(),
  emailVerification: z.boolean(),
  hasTotp: z.boolean(),
  /** A second factor is asked of one of the user's roles: it cannot be taken off. */
  totpDemanded: z.boolean(),
  recoveryCodesLeft: z.int(),
  passwordChangedAt: z.string().optional(),
})
export type Profile = z.infer<typeof profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/Account/GetProfile',
  summary: "The user's own name, addresses and means of signing in",
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'read',
  input: nothing,
  reply: answer(profile),
  errors: [],
})

export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/Account/UpdateProfile',
  summary:
    "Changes one's own name and addresses. A new e-mail address asks for the password: it can reset it",
  access: 'signedIn',
  transaction: 'own',
  input: z.object({
    firstName: line(50),
    lastName: line(50),
    email,
    phone: line(30),
    introduction: line(200),
    password: z.string().max(1000).optional(),
  }),
  reply: done,
  errors: ['account.wrongPassword', 'session.tooManyTries', 'request.invalid'],
})

/** Pictures as people take them; sharp turns, crops and strips them. */
export const maxPictureBytes = 10 * 1024 * 1024

export const postAvatar = endpoint({
  method: 'POST',
  path: '/api/Account/PostAvatar',
  summary: "Sets one's own picture (JPEG, PNG, WebP or AVIF)",
  access: 'signedIn',
  transaction: 'own',
  file: { maxBytes: maxPictureBytes },
  input: nothing,
  reply: answer(z.object({ avatar: z.string() })),
  errors: ['image.invalid', 'request.tooLarge', 'request.tooMany'],
  perMinute: { address: 20 },
})

export const deleteAvatar = endpoint({
  method: 'POST',
  path: '/api/Account/DeleteAvatar',
  summary: "Takes one's own picture away",
  access: 'signedIn',
  transaction: 'write',
  input: nothing,
  reply: done,
  errors: [],
})

export const startTotp = endpoint({
  method: 'POST',
  path: '/api/Account/StartTotp',
  summary: 'A new secret for an authenticator; it counts once ConfirmTotp has seen a code of it',
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'own',
  input: z.object({ password: givenPassword }),
  reply: answer(z.object({ secret: z.string(), address: z.string() })),
  errors: ['account.wrongPassword', 'session.tooManyTries', 'record.inUse'],
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/Account/ConfirmTotp',
  summary: 'Turns two-factor sign-in on by a code of the new secret; answers recovery codes, shown this once',
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'own',
  input: z.object({ code: z.string().trim().min(1).max(10) }),
  reply: answer(z.object({ recoveryCodes: z.array(z.string()) })),
  errors: ['session.badCode', 'session.tooManyTries', 'record.inUse'],
})

export const endTotp = endpoint({
  method: 'POST',
  path: '/api/Account/EndTotp',
  summary: 'Turns two-factor sign-in off, where the tenant does not ask it of the role',
  access: 'signedIn',
  transaction: 'own',
  input: z.object({ password: givenPassword }),
  reply: done,
  errors: ['account.wrongPassword', 'session.tooManyTries', 'permission.denied'],
})

export const newRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/Account/NewRecoveryCodes',
  summary: 'New recovery codes in place of the old ones, shown this once',
  access: 'signedIn',
  transaction: 'own',
  input: z.object({ password: givenPassword }),
  reply: answer(z.object({ recoveryCodes: z.array(z.string()) })),
  errors: ['account.wrongPassword', 'session.tooManyTries', 'notFound'],
})
