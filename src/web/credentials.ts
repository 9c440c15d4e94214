import { forgetEarly } from './earlyCalls.ts'

/**
 * The access token, in a cookie that this page reads and sends as bearer. The refresh token (urt) is the
 * server's: set and rotated there, never readable here.
 */
const name = 'token'

export function readToken(): string | undefined {
  return document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

export function storeToken(token: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${token}; Path=/; SameSite=Strict; Max-Age=${30 * 24 * 3600}${secure}`
}

export function dropToken(): void {
  forgetEarly()
  document.cookie = `${name}=; Path=/; SameSite=Strict; Max-Age=0`
}
