import { expect, test } from 'vitest'
import { redacted } from './redacted.ts'

const secret = String.raw`a"b'c\d/e<ş.*`
const spelled = [
  secret,
  JSON.stringify(secret),
  JSON.stringify(secret).replace('/', String.raw`\/`),
  JSON.stringify(secret).replace("'", String.raw`\u0027`).replace('<', String.raw`\u003C`),
  JSON.stringify(secret).replace('ş', String.raw`\u015f`),
  secret.replace('"', '&quot;').replace("'", '&#39;').replace('<', '&lt;'),
]

test.each(spelled)('redacts the secret when spelled %s', (spelling) => {
  const shown = spelling.startsWith('"') ? '"•••"' : '•••'
  expect(redacted(`no ${spelling}!`, [secret])).toBe(`no ${shown}!`)
  expect(redacted(`{"Message":${spelling}}`, [secret])).toBe(`{"Message":${shown}}`)
})

test('leaves other text alone', () => {
  expect([redacted(`a"b`, [secret]), redacted('a.*', [secret])]).toEqual(['a"b', 'a.*'])
  expect(redacted(`a"b`, [''])).toBe('a"b')
})
