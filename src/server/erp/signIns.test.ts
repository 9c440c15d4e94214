import { expect, test } from 'vitest'
import { ErpError } from './connector.ts'
import { forgetRefusals, noteRefusal, refuseAgain, signInOf } from './signIns.ts'

const hour = 60 * 60_000
const error = new ErpError('auth', 'no such user')
/** For how many hours nobody signs in so after `at`. */
const hoursRefused = (name: string, at: number) => {
  for (let hours = 0; ; hours += 1) {
    try {
      refuseAgain(name, at + hours * hour)
      return hours
    } catch {}
  }
}

test('a second refusal keeps everybody out for longer, until one was let in or a day has passed', () => {
  const name = signInOf('test', 'one')
  noteRefusal(name, error, hour, 0)
  expect(hoursRefused(name, 0)).toBe(1)
  noteRefusal(name, error, hour, hour)
  expect(hoursRefused(name, hour)).toBe(6)
  forgetRefusals(name)
  noteRefusal(name, error, hour, hour)
  expect(hoursRefused(name, hour)).toBe(1)
  const later = 27 * hour
  noteRefusal(name, error, hour, later)
  expect(hoursRefused(name, later)).toBe(1)
})

test('however many passwords are tried, the oldest refusals are forgotten', () => {
  const names = Array.from({ length: 1001 }, (_, index) => signInOf('many', String(index)))
  for (const name of names) noteRefusal(name, error, hour, 0)
  expect(names.map((name) => hoursRefused(name, 0))).toEqual([0, ...Array.from({ length: 1000 }, () => 1)])
})
