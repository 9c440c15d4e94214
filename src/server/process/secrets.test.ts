import { execFile } from 'node:child_process'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { projectFolder } from '#server/projectFolder.ts'
import { runSql, type TestDatabase, testDatabase } from '#test/database.ts'
import { testFolder } from '#test/folder.ts'
import { openSecrets, openSecretsOf, secretsOf } from './secrets.ts'
import { StartupProblem } from './startup.ts'

const key = 'k'.repeat(32)
const context = 'totp tenant user'

describe('encryption', () => {
  const secrets = secretsOf(key)

  test.each(['', 'GEZDGNBVGY3TQOJQ', 'Şifre, пароль, كلمة', 'x'.repeat(100_000)])(
    'opens what it sealed: %.20s',
    (plain) => expect(secrets.open(secrets.seal(plain, context), context)).toBe(plain),
  )

  test('reveals nothing and never repeats', () => {
    const sealed = secrets.seal('GEZDGNBVGY3TQOJQ', context)
    expect(sealed[0]).toBe(1)
    expect(sealed.includes('GEZDGNBV')).toBe(false)
    expect(sealed.equals(secrets.seal('GEZDGNBVGY3TQOJQ', context))).toBe(false)
  })

  test('fails with another context or key', () => {
    const sealed = secrets.seal('secret', context)
    expect(() => secrets.open(sealed, 'totp tenant other')).toThrow(/cannot be opened/)
    expect(() => secrets.open(sealed, '')).toThrow(/cannot be opened/)
    expect(() => secretsOf(`${key}k`).open(sealed, context)).toThrow(/cannot be opened/)
    expect(secretsOf(key).open(sealed, context)).toBe('secret')
  })

  test('fails if a bit is flipped or data is cut off', () => {
    const sealed = secrets.seal('secret', context)
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const flipped = Buffer.from(sealed)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => secrets.open(flipped, context)).toThrow()
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => secrets.open(sealed.subarray(0, length), context)).toThrow()
    }
  })
})

describe('a MAC', () => {
  test('is equal only for equal purpose, text and key', () => {
    const secrets = secretsOf(key)
    const mac = secrets.mac('code', '123456')
    expect(mac).toHaveLength(32)
    expect(secretsOf(key).mac('code', '123456')).toEqual(mac)
    expect(secrets.mac('try', '123456')).not.toEqual(mac)
    expect(secrets.mac('code', '123457')).not.toEqual(mac)
    expect(secrets.mac('code1', '23456')).not.toEqual(mac)
    expect(secretsOf(`${key}k`).mac('code', '123456')).not.toEqual(mac)
  })
})

test.each(['', 'k'.repeat(31), ` ${'k'.repeat(31)}\n`])(
  'a key under 32 characters is refused: "%s"',
  (short) => {
    expect(() => secretsOf(short)).toThrow(StartupProblem)
  },
)

describe('the key', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await testFolder()
    path = join(folder, 'secret.key')
  })
  const open = (secretKey?: string) => openSecrets({ secretKey, dataDir: folder })

  test('is the setting, without creating a file', async () => {
    const secrets = await open(key)
    expect(secrets.mac('code', '1')).toEqual(secretsOf(key).mac('code', '1'))
    expect(await readdir(folder)).toEqual([])
    await expect(open('short')).rejects.toThrow(StartupProblem)
  })

  test('is created once, readable for its owner only', async () => {
    const sealed = (await open()).seal('secret', context)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toMatch(/^[\w-]{43}$/)
    expect((await open()).open(sealed, context)).toBe('secret')
    expect(await readdir(folder)).toEqual(['secret.key'])
  })

  test('is created in a missing folder', async () => {
    await rm(folder, { recursive: true })
    await open()
    expect(await readdir(folder)).toEqual(['secret.key'])
  })

  test('may have been written by hand, with a line end', async () => {
    await writeFile(path, `${key}\n`)
    expect((await open()).mac('code', '1')).toEqual(secretsOf(key).mac('code', '1'))
  })

  test('is shared by concurrent starts', async () => {
    const opened = await Promise.all(Array.from({ length: 20 }, () => open()))
    expect(new Set(opened.map((secrets) => secrets.mac('code', '1').toString('hex'))).size).toBe(1)
    expect(await readdir(folder)).toEqual(['secret.key'])
  })

  test('is shared by processes that start concurrently', async () => {
    const program = `
      import { openSecrets } from '#server/process/secrets.ts'
      const secrets = await openSecrets({ secretKey: undefined, dataDir: process.argv[1] })
      console.log(secrets.mac('code', '1').toString('hex'))`
    const start = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, '--', folder], {
        cwd: projectFolder,
      })
    const [one, two] = await Promise.all([start(), start()])
    expect(one.stdout).toMatch(/^[0-9a-f]{64}\n$/)
    expect(two.stdout).toBe(one.stdout)
    expect(await readdir(folder)).toEqual(['secret.key'])
  })

  test.each(['', '\n', 'k'.repeat(31)])(
    'is refused with the name of its file when it is too short: "%s"',
    async (short) => {
      await writeFile(path, short)
      const refused = open()
      await expect(refused).rejects.toThrow(StartupProblem)
      await expect(refused).rejects.toThrow(path)
      expect(await readFile(path, 'utf8')).toBe(short)
    },
  )

  test('is requested if its file can be neither read nor created', async () => {
    await writeFile(path, key)
    const refused = openSecrets({ secretKey: undefined, dataDir: path })
    await expect(refused).rejects.toThrow(StartupProblem)
    await expect(refused).rejects.toThrow(/SECRET_KEY/)
  })
})

describe('the key of a database', () => {
  const settings = (more: { secretKey?: string; lostSecretKey?: string } = {}) => ({
    secretKey: undefined,
    dataDir: folder,
    ...more,
  })
  let folder: string
  let under: TestDatabase
  beforeEach(async () => {
    folder = await testFolder()
    under = await testDatabase()
    return () => under.drop()
  })
  const open = (more?: Parameters<typeof settings>[0]) => openSecretsOf(under.connections, settings(more))

  test('is created if there was none, and stays the same', async () => {
    const [first, other] = await Promise.all([open(), open()])
    expect(other.fingerprint).toBe(first.fingerprint)
    expect((await open()).fingerprint).toBe(first.fingerprint)
  })

  test('is not recreated if missing, and the error names what is lost', async () => {
    const { fingerprint } = await open()
    await rm(join(folder, 'secret.key'))
    const refused = open()
    await expect(refused).rejects.toThrow(StartupProblem)
    for (const said of ['secret.key is missing', 'authenticators', 'ERP', `LOST_SECRET_KEY=${fingerprint}`])
      await expect(refused).rejects.toThrow(said)
    expect(await readdir(folder)).toEqual([])
  })

  test('may be moved into the setting, unchanged', async () => {
    await open()
    const kept = await readFile(join(folder, 'secret.key'), 'utf8')
    await rm(join(folder, 'secret.key'))
    await expect(open({ secretKey: key })).rejects.toThrow(
      /^SECRET_KEY .* is not the key .* LOST_SECRET_KEY=/,
    )
    expect(await open({ secretKey: kept })).toBeDefined()
    await writeFile(join(folder, 'secret.key'), key)
    await expect(open()).rejects.toThrow(/^The key in .* is not the key/)
  })

  test('is replaced once if the operator names the lost one', async () => {
    const { fingerprint } = await open()
    await rm(join(folder, 'secret.key'))
    await expect(open({ lostSecretKey: 'another' })).rejects.toThrow(StartupProblem)
    const renewed = await open({ lostSecretKey: fingerprint })
    expect(renewed.fingerprint).not.toBe(fingerprint)
    await rm(join(folder, 'secret.key'))
    await expect(open({ lostSecretKey: fingerprint })).rejects.toThrow(
      `LOST_SECRET_KEY=${renewed.fingerprint}`,
    )
  })

  test('of an older database is any existing key, but must exist', async () => {
    await runSql(under.connections.owner, "insert into secret_key values ('unknown')")
    await expect(open()).rejects.toThrow('LOST_SECRET_KEY=unknown')
    await writeFile(join(folder, 'secret.key'), key)
    expect((await open()).fingerprint).toBe(secretsOf(key).fingerprint)
    await expect(open({ secretKey: 'x'.repeat(32) })).rejects.toThrow(StartupProblem)
  })
})
