import { expect, test } from 'vitest'
import { redactSecrets } from './redactSecrets.ts'

const token = 'kX9_w2Lr-0aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456'

test.each([
  [
    'GET /api/Account/CreateTokenByRefreshToken?refreshToken=abc failed',
    'GET /api/Account/CreateTokenByRefreshToken?… failed',
  ],
  ['at https://x.example/assets/a.js?v=1:10:20', 'at https://x.example/assets/a.js?…:10:20'],
  [`Authorization: Bearer ${token}`, 'Authorization: Bearer …'],
  [`bad ${token}!`, 'bad …!'],
  ['{"password":"Toptan!2026","username":"a"}', '{"password":"…","username":"a"}'],
  ['verificationCode=123456; x', 'verificationCode=…; x'],
])('%s', (text, expected) => {
  expect(redactSecrets(text)).toBe(expected)
})

test('keeps ids, questions and code locations', () => {
  for (const text of [
    'Order 01920000-0000-7000-8000-000000000000 is not there',
    'Really? Cannot read properties of undefined (reading "items")',
    'at Rows (http://localhost/assets/panel-Ab12.js:1:2345)',
  ]) {
    expect(redactSecrets(text)).toBe(text)
  }
})
