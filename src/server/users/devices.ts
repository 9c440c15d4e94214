import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Call } from '#server/http.ts'
import { fold } from '#shared/text.ts'
import type { TryKey } from './tries.ts'

const deviceCookie = 'device'
const yearSeconds = 365 * 24 * 3600

type Request = Pick<Call, 'request' | 'reply' | 'tenant' | 'services'>

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
export function signInTryKeys(call: Request, username: string): TryKey[] {
  const { secrets } = call.services
  const nonce = knownDevice(call, username)
  if (nonce) return [{ kind: 'device', key: secrets.mac('try', `device ${nonce} ${fold(username)}`) }]
  return [
    { kind: 'address', key: secrets.mac('try', `address ${networkOf(call.request.ip)}`) },
    { kind: 'name', key: secrets.mac('try', `name ${fold(username)}`) },
  ]
}

/** In a signed cookie, which proves nothing else. */
export function rememberDevice(call: Request, username: string): void {
  const nonce = knownDevice(call, username) ?? randomBytes(16).toString('base64url')
  call.reply.setCookie(deviceCookie, `${nonce}.${signature(call, username, nonce).toString('base64url')}`, {
    path: '/api/Account',
    httpOnly: true,
    sameSite: 'strict',
    secure: call.request.protocol === 'https',
    maxAge: yearSeconds,
  })
}

function knownDevice(call: Request, username: string): string | undefined {
  const [nonce = '', given = ''] = (call.request.cookies[deviceCookie] ?? '').split('.', 2)
  const presented = Buffer.from(given, 'base64url')
  const expected = signature(call, username, nonce)
  // Fixed length: the nonce must not include the start of the name.
  if (!/^[\w-]{22}$/.test(nonce)) return undefined
  return presented.length === expected.length && timingSafeEqual(presented, expected) ? nonce : undefined
}

function signature({ tenant, services }: Request, username: string, nonce: string): Buffer {
  return services.secrets.mac('device', `${tenant.id} ${fold(username)} ${nonce}`)
}
