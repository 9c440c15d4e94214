import { expect, test } from 'vitest'
import { languages } from '#shared/tenancy.ts'
import { wordsOf } from './words.ts'

const atNight = '2026-01-31T22:30:00.000Z'

test('times are of the tenant’s time zone and marked with it, wherever the server is', () => {
  for (const language of languages) {
    const inIstanbul = wordsOf(language, 'Europe/Istanbul').dateTime(atNight)
    expect(inIstanbul).toMatch(/\b0?1\b.*2026/)
    expect(inIstanbul).toMatch(/01:30/)
    expect(inIstanbul).toMatch(/[+\u200e]3/)
    const inRome = wordsOf(language, 'Europe/Rome').dateTime(atNight)
    expect(inRome).toMatch(/\b31\b.*2026/)
    expect(inRome).toMatch(/(23|11):30/)
    expect(inRome).toMatch(/[+\u200e]1|CET/)
  }
})

test('the mark follows the clocks', () => {
  const { zone } = wordsOf('en', 'Europe/Rome')
  expect([zone('2026-03-29T00:59:59.000Z'), zone('2026-03-29T01:00:00.000Z')]).toEqual(['GMT+1', 'GMT+2'])
})
