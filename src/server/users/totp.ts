import { randomInt } from 'node:crypto'
import { HOTP, Secret, TOTP } from 'otpauth'

/** What every authenticator app supports. */
const algorithm = 'SHA1'
const digits = 6
const secondsPerStep = 30

/** 160 bits, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function totpAddress(secret: string, account: string, issuer: string): string {
  // A colon separates issuer and account, even if encoded.
  const label = account.replaceAll(':', ' ')
  return new TOTP({
    secret,
    label,
    issuer: issuer.replaceAll(':', ' '),
    algorithm,
    digits,
    period: secondsPerStep,
  }).toString()
}

/** The code's time step, at most one off, or undefined. Steps up to `after` are refused. */
export function totpStep(secret: string, code: string, now: Date, after: number | null): number | undefined {
  const token = code.replace(/\s/g, '')
  // HOTP.validate throws on multi-byte characters.
  if (!/^[0-9]{6}$/.test(token)) return undefined
  const key = Secret.fromBase32(secret)
  const current = Math.floor(now.getTime() / 1000 / secondsPerStep)
  return [current - 1, current, current + 1]
    .filter((step) => step >= 0 && step > (after ?? -1))
    .find((counter) => HOTP.validate({ token, secret: key, algorithm, digits, counter, window: 0 }) !== null)
}

/** No look-alikes (0, 1, i, l, o). */
const recoveryAlphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** Ten of 59 bits: `k7m2-9qxr-4tpd`. */
export function newRecoveryCodes(): string[] {
  const character = () => recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length))
  const group = () => Array.from({ length: 4 }, character).join('')
  return Array.from({ length: 10 }, () => `${group()}-${group()}-${group()}`)
}

export function plainRecoveryCode(typed: string): string {
  return typed.replace(/[\p{Pd}\s]/gu, '').toLowerCase()
}
