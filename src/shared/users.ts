import { z } from 'zod'
import { done, endpoint, id, nothing, roles } from './endpoint.ts'

const tokens = z.object({ token: z.string(), refreshToken: z.string() })

export const userInfo = z.object({
  id,
  roles: z.array(z.enum(roles)),
  name: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  auths: z.array(z.object({ groupName: z.string(), number: z.int() })),
  pageAuths: z.array(z.object({ pageId: z.int(), isAllow: z.boolean() })),
  currAccCode: z.string().optional(),
  salesPersonCode: z.string().optional(),
})
export type UserInfo = z.infer<typeof userInfo>

export const authenticate = endpoint({
  method: 'POST',
  path: '/api/Account/authenticate',
  summary: 'Sign in. The user name is trimmed. Also sets the cookie urt',
  access: 'open',
  transaction: 'own',
  input: z.object({ username: z.string().trim().min(1).max(100), password: z.string().min(1).max(200) }),
  reply: tokens,
  errors: ['session.badCredentials', 'request.tooMany'],
  perMinute: { address: 100, username: 20 },
})

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
  transaction: 'read',
  input: nothing,
  reply: userInfo,
  errors: [],
})
