import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSigned, replayWindowMs, signatureHeaders } from './signature.ts'

const asked = { method: 'PUT', path: '/erp/orders/1?a=b', body: '{"key":"1"}', now: new Date(1_000_000_000) }
const secret = 'both sides know it'

test('the documented example has our signature', () => {
  const text = readFileSync(new URL('../../../../docs/erp-http.md', import.meta.url), 'utf8')
  const said = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  const url = new URL(said(/^ {4}request +GET (\S+)$/m))
  const time = said(/toptan-time: (\S+)$/m)
  const request = { method: 'GET', path: url.pathname + url.search, body: '', now: new Date(time) }
  expect(signatureHeaders(said(/^ {4}key +(.+)$/m), request)).toEqual({
    'toptan-time': time,
    'toptan-signature': said(/toptan-signature: (\w+)$/m),
  })
})

test('a signature is valid unchanged, with the secret, for five minutes', () => {
  const headers = signatureHeaders(secret, asked)
  const signed = {
    ...asked,
    time: headers['toptan-time'] ?? '',
    signature: headers['toptan-signature'] ?? '',
  }
  const at = (milliseconds: number) => new Date(asked.now.getTime() + milliseconds)
  expect(isSigned(secret, signed)).toBe(true)
  expect(isSigned('another', signed)).toBe(false)
  expect(isSigned(secret, { ...signed, now: at(replayWindowMs) })).toBe(true)
  expect(isSigned(secret, { ...signed, now: at(replayWindowMs + 1) })).toBe(false)
  expect(isSigned(secret, { ...signed, now: at(-replayWindowMs - 1) })).toBe(false)
  for (const change of [
    { method: 'GET' },
    { path: '/erp/orders/2?a=b' },
    { body: '{"key":"2"}' },
    { time: at(1).toISOString() },
    { time: 'yesterday' },
    { signature: '' },
  ]) {
    expect(isSigned(secret, { ...signed, ...change })).toBe(false)
  }
})
