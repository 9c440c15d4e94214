import { expect, test } from 'vitest'
import { takeHashingTurn } from './hashingTurns.ts'
import { hashPassword, isPassword } from './passwords.ts'

const password = 'Kalem-defter 42 çşğ'

const matches = (given: string, hash: string | undefined) => isPassword(takeHashingTurn(), given, hash)

/** By @node-rs/argon2 2.2.1, used earlier. */
const stored = {
  'of our cost':
    '$argon2id$v=19$m=19456,t=2,p=1$B0nnxpWCKNBzzwSrJKmxYg$H8LPdzW/6QjHEMKbAj63YPMhCqvP8elAWsWsbKXJt5Y',
  'of another cost and length':
    '$argon2id$v=19$m=4096,t=3,p=2$3+xEleVCqLv98v4qbYu7QQ$a07EWW3fr6CI0DWDxpdX8i/1JcEFjJxg',
}

test.each(Object.entries(stored))('a hash %s made by another library verifies', async (_which, hash) => {
  expect(await matches(password, hash)).toBe(true)
  // Composed differently.
  expect(await matches(password.normalize('NFD'), hash)).toBe(true)
  expect(await matches(`${password} `, hash)).toBe(false)
  expect(await matches('', hash)).toBe(false)
})

test('hashes with argon2id, 19 MiB, two passes and a new salt', async () => {
  const [hash, again] = [await hashPassword(password), await hashPassword(password)]
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(again).not.toBe(hash)
  expect(await matches(password, hash)).toBe(true)
  expect(await matches(password.toUpperCase(), hash)).toBe(false)
})

test('without a hash no password matches; an invalid hash throws', async () => {
  expect(await matches('nobody has this password', undefined)).toBe(false)
  for (const broken of ['', 'plain', hashOf('argon2i'), hashOf('argon2id').slice(0, -43)])
    await expect(matches('plain', broken)).rejects.toThrow('no argon2id hash')
})

const hashOf = (kind: string) => stored['of our cost'].replace('argon2id', kind)
