import { describe, expect, test } from 'vitest'
import type { Call } from '#server/http/http.ts'
import { demoPassword } from '#shared/demo.ts'
import { Refusal } from '#shared/errors.ts'
import { passwordProblem } from './passwordRules.ts'
import { refuseWeakPassword } from './passwords.ts'

const good = 'dörtnala-giden 7 at'

describe('the length of a password', () => {
  test('is 8 to 200 code points', () => {
    expect(passwordProblem('kx9#vQ2', [])).toBe('password.tooShort')
    expect(passwordProblem('kx9#vQ2z', [])).toBeUndefined()
    expect(passwordProblem('kx9#vQ2z'.repeat(25), [])).toBeUndefined()
    expect(passwordProblem(`${'kx9#vQ2z'.repeat(25)}!`, [])).toBe('password.tooLong')
    expect(passwordProblem('', [])).toBe('password.tooShort')
  })

  test('counts an emoji, and a letter with accents, as one', () => {
    expect(passwordProblem('🐎🐑🐄🐖', [])).toBe('password.tooShort')
    expect(passwordProblem('🐎🐑🐄🐖🐓🐈🐕🦆', [])).toBeUndefined()
    expect(passwordProblem('o\u0308u\u0308s\u0327g\u0306x9k', [])).toBe('password.tooShort')
    expect(passwordProblem('ᾂ'.normalize('NFD').repeat(199).concat('x'), [])).toBeUndefined()
  })

  test('counts spaces, also leading and trailing, and accepts any characters', () => {
    expect(passwordProblem(' kx9#vQ ', [])).toBeUndefined()
    expect(passwordProblem(good, [])).toBeUndefined()
    expect(passwordProblem('правильная лошадь', [])).toBeUndefined()
    expect(passwordProblem('حصان بطارية صحيح', [])).toBeUndefined()
    expect(passwordProblem('kx9#vQ\0\n\ud800z', [])).toBeUndefined()
  })
})

describe('a common password', () => {
  test.each([
    'password1',
    'PASSWORD1',
    'iloveyou',
    'İLOVEYOU',
    '1q2w3e4r',
    'qwertyuiop',
    'motdepasse',
    'juventus',
  ])('is refused in any case: %s', (password) =>
    expect(passwordProblem(password, [])).toBe('password.tooCommon'),
  )

  test.each(['Password1!', 'qwerty123', 'Sunshine?!', 'galatasaray.1', 'azerty12', 'steaua86', 'juventus 1'])(
    'is no better with a little behind it: %s',
    (password) => expect(passwordProblem(password, [])).toBe('password.tooCommon'),
  )

  test.each([
    'sifre123',
    'şifre123',
    'ŞİFRE123',
    'Parola123',
    'galatasaray',
    'Fenerbahçe1907',
    'BEŞİKTAŞ',
    'asdfghjklş',
    'пароль123',
    'Йцукен123',
    'motdepasse1',
    'teiubesc',
    'مرحبا123',
    'مَرحَبا123',
    '12341234',
  ])('is one of other languages too: %s', (password) =>
    expect(passwordProblem(password, [])).toBe('password.tooCommon'),
  )

  test.each([
    'aaaaaaaa',
    'AaAaAaAa',
    '........',
    '🐎'.repeat(8),
    '12345678',
    '87654321',
    'abcdefgh',
    'HGFEDCBA',
    'абвгдежз',
  ])('is one character repeated or a run: %s', (password) =>
    expect(passwordProblem(password, [])).toBe('password.tooCommon'),
  )

  test('may be part of a longer one', () => {
    expect(passwordProblem('password-kx9#', [])).toBeUndefined()
    expect(passwordProblem('sunshine4711', [])).toBeUndefined()
    expect(passwordProblem('aaaaaaab', [])).toBeUndefined()
  })
})

describe('a password made of a name', () => {
  const names = ['ayse.yilmaz', 'ayse.yilmaz@orhan-tekstil.example', 'Orhan Tekstil Ltd. Şti.', 'İpek']

  test.each([
    'ayse.yilmaz',
    'Yilmaz2026',
    'yılmaz#26',
    '1984Yilmaz',
    'OrhanTekstil',
    'tekstilORHAN99',
    'orhan tekstil ltd. şti.',
    'ipek2026!',
    'İPEK-İPEK',
    'orhan-tekstil.example',
  ])('is refused: %s', (password) => expect(passwordProblem(password, names)).toBe('password.containsName'))

  test('is refused with accents in the name or the password', () => {
    expect(passwordProblem('gunes2026', ['Güneş'])).toBe('password.containsName')
    expect(passwordProblem('Güneş2026', ['gunes'])).toBe('password.containsName')
    expect(passwordProblem('toptan2026', ['Toptan'])).toBe('password.containsName')
  })

  test('is accepted with enough other characters', () => {
    expect(passwordProblem('yilmaz-kx9#v', names)).toBeUndefined()
    expect(passwordProblem(good, names)).toBeUndefined()
  })

  test('does not include every one that shares a few letters with a name', () => {
    expect(passwordProblem('kazandan-9', ['a', 'an', ''])).toBeUndefined()
    expect(passwordProblem('kx9#vltd', ['Orhan Ltd.'])).toBeUndefined()
  })
})

test('is fast for any input', () => {
  const names = ['a'.repeat(254), 'ayse yilmaz '.repeat(20), 'ş'.repeat(200)]
  const hostile = [
    'a'.repeat(200),
    `${'a'.repeat(199)}!`,
    `password${'1'.repeat(192)}`,
    '!'.repeat(199).concat('a'),
    'a\u0301'.repeat(200),
    'ayse'.repeat(50),
    '\u0301'.repeat(200),
    '\u0316\u0301'.repeat(1_000_000),
  ]
  passwordProblem(good, names)
  for (const password of hostile) {
    passwordProblem(password, names)
    const rounds = 20
    const start = performance.now()
    for (let round = 0; round < rounds; round += 1) passwordProblem(password, names)
    // Under 1 ms on an idle machine.
    expect((performance.now() - start) / rounds).toBeLessThan(10)
  }
})

test('the public demo password is allowed in demo tenants only', () => {
  const give = (isDemo: boolean) => () => {
    const tenant = { displayName: 'Toptan', key: 'default', isDemo } as Call['tenant']
    refuseWeakPassword({ language: 'tr', tenant }, 'password', demoPassword, ['veli'])
  }
  expect(give(true)).not.toThrow()
  expect(give(false)).toThrow(Refusal)
})
