import { expect, test } from 'vitest'
import { ErpError } from '../connector.ts'
import { clearRefusals, recordRefusal, signInKey, throwIfRecentlyRefused } from './session.ts'

const hourMs = 60 * 60_000
const error = new ErpError('auth', 'no such user')
const hoursRefused = (name: string, at: number) => {
  for (let hours = 0; ; hours += 1) {
    try {
      throwIfRecentlyRefused(name, at + hours * hourMs)
      return hours
    } catch {}
  }
}

test('a second refusal blocks longer, until a sign-in succeeds or a day has passed', () => {
  const name = signInKey('test', 'one')
  recordRefusal(name, error, hourMs, 0)
  expect(hoursRefused(name, 0)).toBe(1)
  recordRefusal(name, error, hourMs, hourMs)
  expect(hoursRefused(name, hourMs)).toBe(6)
  clearRefusals(name)
  recordRefusal(name, error, hourMs, hourMs)
  expect(hoursRefused(name, hourMs)).toBe(1)
  const later = 27 * hourMs
  recordRefusal(name, error, hourMs, later)
  expect(hoursRefused(name, later)).toBe(1)
})

test('forgets the oldest refusals when many passwords are tried', () => {
  const names = Array.from({ length: 1001 }, (_, index) => signInKey('many', String(index)))
  for (const name of names) recordRefusal(name, error, hourMs, 0)
  expect(names.map((name) => hoursRefused(name, 0))).toEqual([0, ...Array.from({ length: 1000 }, () => 1)])
})
