import { z } from 'zod'
import { answer, email, endpoint, id, line } from '#shared/endpoint.ts'
import { currentPassword, newPassword, passwordMismatch, passwordsMatch } from './account.ts'

export const passwordChange = endpoint({
  call: 'POST /api/Account/PasswordChange',
  summary: "Changes one's own password and ends all other sessions",
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'own',
  input: z.object({ oldPassword: currentPassword, ...newPassword }).refine(passwordsMatch, passwordMismatch),
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
  call: 'GET /api/Account/GetSessions',
  summary: "The user's own active sessions, this one first",
  access: 'signedIn',
  beforeSecondFactor: true,
  reply: answer(z.array(session)),
})

export const endSession = endpoint({
  call: 'POST /api/Account/EndSession',
  summary: "Ends one of the user's own sessions",
  access: 'signedIn',
  beforeSecondFactor: true,
  input: z.object({ id }),
  errors: ['notFound'],
})

export const endOtherSessions = endpoint({
  call: 'POST /api/Account/EndOtherSessions',
  summary: "Ends all of the user's own sessions but this one",
  access: 'signedIn',
  beforeSecondFactor: true,
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
  call: 'GET /api/Account/GetProfile',
  summary: "The user's own name, addresses and sign-in methods",
  access: 'signedIn',
  beforeSecondFactor: true,
  reply: answer(profile),
})

export const updateProfile = endpoint({
  call: 'POST /api/Account/UpdateProfile',
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
  errors: ['account.wrongPassword', 'session.tooManyTries', 'request.invalid'],
})

export const maxPictureBytes = 10 * 1024 * 1024

export const postAvatar = endpoint({
  call: 'POST /api/Account/PostAvatar',
  summary: "Sets one's own picture (JPEG, PNG, WebP or AVIF)",
  access: 'signedIn',
  transaction: 'own',
  file: { maxBytes: maxPictureBytes },
  reply: answer(z.object({ avatar: z.string() })),
  errors: ['image.invalid', 'request.tooLarge', 'request.tooMany'],
  perMinute: { address: 20 },
})

export const deleteAvatar = endpoint({
  call: 'POST /api/Account/DeleteAvatar',
  summary: "Removes one's own picture",
  access: 'signedIn',
})

export const startTotp = endpoint({
  call: 'POST /api/Account/StartTotp',
  summary: 'A new authenticator secret; active once ConfirmTotp has accepted a code',
  access: 'signedIn',
  beforeSecondFactor: true,
  transaction: 'own',
  input: z.object({ password: currentPassword }),
  reply: answer(z.object({ secret: z.string(), address: z.string() })),
  errors: ['account.wrongPassword', 'session.tooManyTries', 'record.inUse'],
})

export const confirmTotp = endpoint({
  call: 'POST /api/Account/ConfirmTotp',
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
  call: 'POST /api/Account/EndTotp',
  summary: 'Turns off two-factor sign-in, unless the tenant requires it for the role',
  access: 'signedIn',
  transaction: 'own',
  input: z.object({ password: currentPassword }),
  errors: ['account.wrongPassword', 'session.tooManyTries', 'permission.denied'],
})

export const newRecoveryCodes = endpoint({
  call: 'POST /api/Account/NewRecoveryCodes',
  summary: 'Replaces the recovery codes; shown only once',
  access: 'signedIn',
  transaction: 'own',
  input: z.object({ password: currentPassword }),
  reply: answer(z.object({ recoveryCodes: z.array(z.string()) })),
  errors: ['account.wrongPassword', 'session.tooManyTries', 'notFound'],
})
