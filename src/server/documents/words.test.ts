import { expect, test } from 'vitest'
import { languages } from '#shared/tenancy.ts'
import { wordsOf } from './words.ts'

test('times are Istanbul times with their zone, wherever the server is', () => {
  for (const language of languages) {
    const text = wordsOf(language).dateTime('2026-01-31T22:30:00.000Z')
    expect(text).toMatch(/\b0?1\b.*2026/)
    expect(text).toMatch(/01:30/)
    expect(text).toMatch(/[+\u200e]3/)
  }
})
