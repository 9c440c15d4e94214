import { expect, test } from 'vitest'
import { address } from './address.ts'

test('an address must not contain a password', () => {
  for (const good of ['https://erp.example.com', 'http://erp:8080/a@b?c=d@e', ' https://[2001:db8::1]/x ']) {
    expect(address.safeParse(good).data).toBe(good.trim())
  }
  for (const bad of [
    'https://user:hush@erp.example.com',
    'https://user@erp.example.com/x',
    String.raw`https:\\user:hush@erp.example.com`,
    'https:user:hush@erp.example.com',
    'https:/user:hush@erp.example.com',
    'https://:hush@erp.example.com',
    'erp.example.com',
    'ftp://erp.example.com',
  ]) {
    expect([bad, address.safeParse(bad).success]).toEqual([bad, false])
  }
})
