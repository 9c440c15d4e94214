import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Call } from '#server/http/http.ts'
import type { Secrets } from '#server/process/secrets.ts'
import { fold } from '#shared/text/text.ts'
import type { TryKey } from './tries.ts'

const deviceCookie = 'device'
const yearSeconds = 365 * 24 * 3600

type Request = Pick<Call, 'request' | 'reply' | 'services'>

/** The name of the user at a sign-in. */
export type SignInName = {
  /** The same however the name is typed. */
  key: string
  /** Where the name is unique: a tenant's id, or a word for those without a tenant. */
  scope: string
  /** Path of the calls that get the device's cookie. */
  cookiePath: string
}

export const userNamed = ({ tenant }: Pick<Call, 'tenant'>, username: string): SignInName => ({
  key: fold(username),
  scope: tenant.id,
  cookiePath: '/api/Account',
})

/** For IPv6 the first 64 bits: one user has all the rest. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped ?? !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Name and address, or the device if it has signed in as this user. */
export function signInTryKeys(call: Request, name: SignInName): TryKey[] {
  const { secrets } = call.services
  const nonce = deviceNonce(call, name)
  if (nonce) return [{ kind: 'device', key: secrets.mac('try', `device ${nonce} ${name.key}`) }]
  return [
    { kind: 'address', key: secrets.mac('try', `address ${networkOf(call.request.ip)}`) },
    nameTryKey(secrets, name),
  ]
}

export function nameTryKey(secrets: Secrets, { key }: Pick<SignInName, 'key'>): TryKey {
  return { kind: 'name', key: secrets.mac('try', `name ${key}`) }
}

/** Remembers the device in a signed cookie, which proves nothing else. */
export function rememberDevice(call: Request, name: SignInName): void {
  const nonce = deviceNonce(call, name) ?? randomBytes(16).toString('base64url')
  call.reply.setCookie(deviceCookie, `${nonce}.${signature(call, name, nonce).toString('base64url')}`, {
    path: name.cookiePath,
    httpOnly: true,
    sameSite: 'strict',
    secure: call.request.protocol === 'https',
    maxAge: yearSeconds,
  })
}

function deviceNonce(call: Request, name: SignInName): string | undefined {
  const [nonce = '', given = ''] = (call.request.cookies[deviceCookie] ?? '').split('.', 2)
  const presented = Buffer.from(given, 'base64url')
  const expected = signature(call, name, nonce)
  // Fixed length: the nonce must not include the start of the name.
  if (!/^[\w-]{22}$/.test(nonce)) return undefined
  return presented.length === expected.length && timingSafeEqual(presented, expected) ? nonce : undefined
}

function signature({ services }: Request, { scope, key }: SignInName, nonce: string): Buffer {
  return services.secrets.mac('device', `${scope} ${key} ${nonce}`)
}
