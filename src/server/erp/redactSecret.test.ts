import { expect, test } from 'vitest'
import { ErpError } from './connector.ts'
import { redactSecret } from './redactSecret.ts'

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
  const error = new ErpError('auth', `no ${spelling}!`, `{"Message":${spelling}}`, true, 'S1')
  const safe = redactSecret(error, secret) as ErpError
  expect([safe.message, safe.raw]).toEqual([
    `no ${spelling.startsWith('"') ? '"•••"' : '•••'}!`,
    `{"Message":${spelling.startsWith('"') ? '"•••"' : '•••'}}`,
  ])
  expect([safe.errorClass, safe.isThere, safe.made]).toEqual(['auth', true, 'S1'])
})

test('leaves other text alone', () => {
  const error = new ErpError('auth', `a"b`, `a.*`)
  expect(redactSecret(error, secret)).toMatchObject({ message: 'a"b', raw: 'a.*' })
  expect(redactSecret(error, '')).toBe(error)
})
