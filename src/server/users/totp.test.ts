import { describe, expect, test } from 'vitest'
import { newRecoveryCodes, newTotpSecret, plainRecoveryCode, totpAddress, totpStep } from './totp.ts'

/** RFC 6238, appendix B: ASCII 12345678901234567890; our code is its last six digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

describe('a code of an authenticator', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('is the one of RFC 6238 at %d s', (seconds, code, step) => {
    expect(totpStep(secret, code, at(seconds), null)).toBe(step)
  })

  test('may be at most one step early or late', () => {
    const code = '005924'
    const step = 41_152_263
    const start = step * 30
    expect(totpStep(secret, code, at(start - 31), null)).toBeUndefined()
    expect(totpStep(secret, code, at(start - 30), null)).toBe(step)
    expect(totpStep(secret, code, at(start + 59), null)).toBe(step)
    expect(totpStep(secret, code, at(start + 60), null)).toBeUndefined()
  })

  test('is accepted once, and no earlier one afterwards', () => {
    const now = at(1_111_111_111)
    expect(totpStep(secret, '050471', now, 37_037_036)).toBe(37_037_037)
    expect(totpStep(secret, '050471', now, 37_037_037)).toBeUndefined()
    expect(totpStep(secret, '081804', now, 37_037_037)).toBeUndefined()
    expect(totpStep(secret, '081804', now, 37_037_036)).toBeUndefined()
    expect(totpStep(secret, '081804', now, 37_037_035)).toBe(37_037_036)
  })

  test('may contain spaces; anything else is invalid', () => {
    expect(totpStep(secret, ' 287 082 ', at(59), null)).toBe(1)
    for (const typed of [
      '',
      '28708',
      '2870820',
      '94287082',
      '287083',
      '-87082',
      'abcdef',
      '٢٨٧٠٨٢',
      '1'.repeat(1e5),
    ]) {
      expect(totpStep(secret, typed, at(59), null)).toBeUndefined()
    }
  })

  test('is valid for its own secret only', () => {
    expect(totpStep('A'.repeat(32), '353130', at(20_000_000_000), null)).toBeUndefined()
  })
})

test('a secret has 160 bits and is unique', () => {
  const secrets = new Set(Array.from({ length: 50 }, newTotpSecret))
  expect(secrets.size).toBe(50)
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/)
})

describe('the address for an authenticator', () => {
  test('contains everything an app needs', () => {
    const address = new URL(totpAddress(secret, 'ayşe', 'Çarşı Toptan'))
    expect(address.protocol).toBe('otpauth:')
    expect(address.host).toBe('totp')
    expect(decodeURIComponent(address.pathname)).toBe('/Çarşı Toptan:ayşe')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Çarşı Toptan',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })

  test('cannot be broken by names', () => {
    const address = new URL(totpAddress(secret, 'a:b?secret=X&c#d/e', 'x:y&z'))
    expect(address.searchParams.getAll('secret')).toEqual([secret])
    expect(address.searchParams.get('issuer')).toBe('x y&z')
    expect(decodeURIComponent(address.pathname)).toBe('/x y&z:a b?secret=X&c#d/e')
  })
})

describe('recovery codes', () => {
  test('are ten different codes of unambiguous characters', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){2}[2-9a-hjkmnp-z]{4}$/)
  })

  test('are equal however they are typed', () => {
    expect(plainRecoveryCode('k7m2-9qxr-4tpd')).toBe('k7m29qxr4tpd')
    expect(plainRecoveryCode(' K7M2 9QXR–4TPD\n')).toBe('k7m29qxr4tpd')
    expect(plainRecoveryCode('k7m29qxr4tpd')).toBe('k7m29qxr4tpd')
  })
})
