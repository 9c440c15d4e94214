import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { sealContext } from '#server/erp/link.ts'
import { operatorTotpContext, setOperator } from '#server/operator/operators.ts'
import { hashPassword } from '#server/users/passwords.ts'
import { client, secretKey } from '#test/app.ts'
import { runSql } from '#test/database.ts'
import { password } from '#test/factories.ts'
import { testFolder } from '#test/folder.ts'
import { newShop, secondServer, useApp } from '#test/useShop.ts'
import { rotateSecrets } from './rotateSecrets.ts'
import { openSecretsOf, secretsOf } from './secrets.ts'

const app = useApp()
const newKey = 'the next key of these tests, long enough'
const next = secretsOf(newKey)
const asSuperuser = <Row extends object>(text: string, values: unknown[] = []) =>
  runSql<Row>({ ...app.connections.owner, user: 'postgres' }, text, values)

let dataDir: string
beforeEach(async () => {
  dataDir = await testFolder()
  await asSuperuser(
    `delete from servers; delete from operators; delete from erp_links;
     update users set totp_secret = null, totp_last_step = null; delete from secret_key`,
  )
  await asSuperuser('insert into secret_key values ($1)', [app.secrets.fingerprint])
})

const said: string[] = []
const rotate = (given: { oldSecretKey?: string; secretKey?: string | undefined } = {}) =>
  rotateSecrets(
    app.connections,
    { dataDir, oldSecretKey: secretKey, secretKey: newKey, ...given },
    (line) => void said.push(line),
  )
const fingerprint = async () =>
  (await asSuperuser<{ fingerprint: string }>('select fingerprint from secret_key'))[0]?.fingerprint

test('everything that is sealed can be read with the new key, in all tenants and of operators', async () => {
  const shops = [await newShop(app), await newShop(app)]
  const authenticators = await Promise.all(
    shops.map(async ({ dealer }) => {
      const { body } = await dealer.post('/api/Account/StartTotp', { password })
      const totp = new TOTP({ secret: Secret.fromBase32(body.data.secret) })
      expect((await dealer.post('/api/Account/ConfirmTotp', { code: totp.generate() })).status).toBe(200)
      return totp
    }),
  )
  for (const { tenantId } of shops)
    await asSuperuser(
      `insert into erp_links (tenant_id, kind, secret, updated_at) values ($1, 'tryton', $2, now())`,
      [tenantId, app.secrets.seal('of the ERP', sealContext(tenantId, 'tryton'))],
    )
  await setOperator(app, 'deniz', await hashPassword('gece lambası 4711'))
  const [operator] = await asSuperuser<{ id: string }>('select id from operators')
  const context = operatorTotpContext(operator?.id ?? '')
  await asSuperuser('update operators set totp_secret = $1', [app.secrets.seal('of an operator', context)])

  await rotate()
  expect(said.pop()).toMatch(/^All secrets are sealed .* Remove OLD_SECRET_KEY\.$/)
  expect(await fingerprint()).toBe(next.fingerprint)
  const links = await asSuperuser<{ tenantId: string; secret: Buffer }>(
    'select tenant_id as "tenantId", secret from erp_links',
  )
  expect(links.map(({ tenantId, secret }) => next.open(secret, sealContext(tenantId, 'tryton')))).toEqual([
    'of the ERP',
    'of the ERP',
  ])
  const [changed] = await asSuperuser<{ secret: Buffer }>('select totp_secret as secret from operators')
  expect(next.open(changed?.secret ?? Buffer.of(), context)).toBe('of an operator')
  const { port } = await secondServer(app, { secrets: next })
  for (const [index, totp] of authenticators.entries()) {
    await asSuperuser('update users set totp_last_step = null')
    const answer = await client(port, { host: `${shops[index]?.key}.localhost` }).post(
      '/api/Account/authenticate',
      {
        username: 'dealer',
        password,
        verificationCode: totp.generate(),
      },
    )
    expect(answer.body.token).toBeDefined()
  }
  // The setting may stay for a while, and the new key is the one that is asked for.
  await rotate()
  expect(said).toEqual([])
  expect((await openSecretsOf(app.connections, { dataDir, secretKey: newKey })).fingerprint).toBe(
    next.fingerprint,
  )
})

test('the key file may be made anew', async () => {
  await rotate({ secretKey: undefined })
  const { fingerprint: made } = await openSecretsOf(app.connections, { dataDir, secretKey: undefined })
  expect(made).not.toBe(app.secrets.fingerprint)
  expect(await fingerprint()).toBe(made)
})

test('what an even older key had sealed stays, and is told', async () => {
  const { tenantId } = await newShop(app)
  const lost = secretsOf('a key that was lost a long time ago, alas').seal('x', 'y')
  await asSuperuser(
    `insert into erp_links (tenant_id, kind, secret, updated_at) values ($1, 'tryton', $2, now())`,
    [tenantId, lost],
  )
  await rotate()
  expect(said.pop()).toContain(' 1 were sealed with an older key')
  expect(await asSuperuser('select secret from erp_links')).toEqual([{ secret: lost }])
})

test('nothing changes without the old key, with a wrong one, or while a server runs', async () => {
  await rotateSecrets(app.connections, { dataDir, secretKey: newKey, oldSecretKey: undefined }, () => {})
  await expect(rotate({ oldSecretKey: 'another key of these tests, long enough' })).rejects.toThrow(
    /^OLD_SECRET_KEY \(\w+\) is not the key this database was used with/,
  )
  await expect(rotate({ oldSecretKey: 'short' })).rejects.toThrow(
    'OLD_SECRET_KEY must have at least 32 characters',
  )
  await asSuperuser(
    `insert into servers (id, name, photos, erp_folder, disks) values (gen_random_uuid(), 'other 1', '', '', '[]')`,
  )
  await expect(rotate()).rejects.toThrow('runs with the old key')
  await asSuperuser(`update servers set seen_at = now() - interval '2 minutes'`)
  await rotate()
  expect(await fingerprint()).toBe(next.fingerprint)
})
