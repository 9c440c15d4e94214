import { forgetEarlyCalls } from './earlyCalls.ts'

/** The access token, sent as bearer. The refresh token (urt) is the server's: scripts cannot read it. */
const cookieName = 'token'

export function readToken(): string | undefined {
  return document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
}

export function storeToken(token: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${cookieName}=${token}; Path=/; SameSite=Strict; Max-Age=${30 * 24 * 3600}${secure}`
}

export function dropToken(): void {
  forgetEarlyCalls()
  document.cookie = `${cookieName}=; Path=/; SameSite=Strict; Max-Age=0`
}
