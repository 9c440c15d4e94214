import { z } from 'zod'
import { givenPassword, newPassword, passwordMismatch, passwordsMatch } from './account.ts'
import { answer, done, email, endpoint, id, line, nothing } from './endpoint.ts'

export const passwordChange = endpoint({
  method: 'POST',
  path: '/api/Account/PasswordChange',
  summary: "Changes one's own password and ends all other sessions",
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'own',
  input: z.object({ oldPassword: givenPassword, ...newPassword }).refine(passwordsMatch, passwordMismatch),
  reply: done,
  errors: ['account.wrongPassword', 'session.tooManyTries', 'request.invalid'],
})

const session = z.object({
  id,
  isCurrent: z.boolean(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: z.string(),
  /** Last token renewal. */
  renewedAt: z.string(),
})
export type Session = z.infer<typeof session>

export const getSessions = endpoint({
  method: 'GET',
  path: '/api/Account/GetSessions',
  summary: "The user's own active sessions, this one first",
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
  /** Required for one of the user's roles, so it cannot be removed. */
  totpDemanded: z.boolean(),
  recoveryCodesLeft: z.int(),
  passwordChangedAt: z.string().optional(),
})
export type Profile = z.infer<typeof profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/Account/GetProfile',
  summary: "The user's own name, addresses and sign-in methods",
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
    "Changes one's own name and addresses. A new email address needs the password, because it can reset it",
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
  sentBack: profile,
  reply: done,
  errors: ['account.wrongPassword', 'session.tooManyTries', 'request.invalid'],
})

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
  summary: "Removes one's own picture",
  access: 'signedIn',
  transaction: 'write',
  input: nothing,
  reply: done,
  errors: [],
})

export const startTotp = endpoint({
  method: 'POST',
  path: '/api/Account/StartTotp',
  summary: 'A new authenticator secret; active once ConfirmTotp has accepted a code',
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
  summary:
    'Turns on two-factor sign-in with a code of the new secret; answers recovery codes, shown only once',
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
  summary: 'Turns off two-factor sign-in, unless the tenant requires it for the role',
  access: 'signedIn',
  transaction: 'own',
  input: z.object({ password: givenPassword }),
  reply: done,
  errors: ['account.wrongPassword', 'session.tooManyTries', 'permission.denied'],
})

export const newRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/Account/NewRecoveryCodes',
  summary: 'Replaces the recovery codes; shown only once',
  access: 'signedIn',
  transaction: 'own',
  input: z.object({ password: givenPassword }),
  reply: answer(z.object({ recoveryCodes: z.array(z.string()) })),
  errors: ['account.wrongPassword', 'session.tooManyTries', 'notFound'],
})
