import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '#server/db/tenant.ts'
import { projectFolder } from '#server/projectFolder.ts'
import { changeTenant, createTenant } from '#server/tenancy/addTenant.ts'
import { resetAdmin } from '#server/tenancy/admins.ts'
import { hashPassword } from '#server/users/passwords.ts'
import { password, type Wholesaler, wholesaler } from '#test/factories.ts'
import { tenantSettings } from '#test/tenant.ts'
import { useApp } from '#test/useShop.ts'

const app = useApp()
/** As in DATABASE_URL. */
let url: string
const chosen = 'mavi kapı 4711 dolap'

beforeAll(async () => {
  const { host, port, database, user } = app.connections.owner
  url = `postgres://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
})

/** Runs the command like npm, with standard input. */
async function tenant(args: string[], input = '') {
  const child = spawn(process.execPath, ['src/server/commands/tenant.ts', ...args], {
    cwd: projectFolder,
    env: { ...process.env, DATABASE_URL: url, PORT: '3000', CUSTOMER_KEY: '' },
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  // An open pipe must not block it.
  child.stdin.write(input)
  const [code, said, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, said, complained: complained.replace(/^Database: .*\n/, '') }
}

const signIn = async (key: string, username: string, typed: string) =>
  (await app.at(key).post('/api/Account/authenticate', { username, password: typed })).body
const rows = async <Row extends object>(key: string, statement: string) => {
  const [found] = await app.database.global<{ id: string }>('select id from tenants where key = $1', [key])
  if (!found) return []
  return app.database.inTenant(found.id, 'read', (tx) => tx.query<Row>({ text: statement }))
}
const changesOf = (key: string) =>
  rows<{ subject: string; action: string; after: object | null }>(
    key,
    `select subject, subject_name, action, user_name, before, after from changes where tenant_id = $1 order by at, id`,
  )

describe('the command', () => {
  test('creates a tenant beside a running server, whose admin can sign in at once', async () => {
    const made = await tenant(
      [
        'create',
        'acme',
        '--name',
        'Acme Tekstil',
        '--admin',
        'Yasemin',
        '--host',
        'shop.acme.com.tr',
        '--open',
      ],
      `${chosen}\r\nmore\n`,
    )
    expect(made).toEqual({
      code: 0,
      said: 'Acme Tekstil was added: http://acme.localhost:3000/panel  https://shop.acme.com.tr/panel\n',
      complained: '',
    })
    const settings = await app.at('acme').get('/api/Shop/GetAppSettings')
    expect(settings.body).toMatchObject({
      displayName: 'Acme Tekstil',
      authRequired: false,
      languages: ['tr', 'en'],
    })
    const { token } = await signIn('acme', 'yasemin', chosen)
    const me = await app.at('acme').as({ token }).get('/api/Account/GetUserInfo')
    expect(me.body).toMatchObject({ roles: ['admin'], name: 'Yasemin' })
    expect(await changesOf('acme')).toMatchObject([
      { subject: 'settings', subject_name: 'Acme Tekstil', action: 'added', user_name: 'operator' },
      { subject: 'user', subject_name: 'Yasemin', action: 'added', user_name: 'operator' },
    ])
    expect(JSON.stringify(await changesOf('acme'))).not.toMatch(/argon2|4711/)

    const again = await tenant(['create', 'acme', '--name', 'Another', '--admin', 'yasemin'], `${chosen}\n`)
    expect(again).toEqual({ code: 1, said: '', complained: '\nThere is already a wholesaler acme.\n\n' })
  })

  test('generates and shows a password if none is given', async () => {
    const { code, said } = await tenant(['create', 'made', '--name', 'Made', '--admin', 'yasemin'], '\n')
    expect(code).toBe(0)
    const shown = /^Password: {2}(\S{20,}) {3}\(shown only once\)$/m.exec(said)?.[1] ?? ''
    expect(await signIn('made', 'yasemin', shown)).toHaveProperty('token')
  })

  test('refuses a weak password and leaves nothing behind', async () => {
    const { code, complained } = await tenant(
      ['create', 'weak', '--name', 'Weak', '--admin', 'yasemin'],
      'yasemin-yasemin\n',
    )
    expect(code).toBe(1)
    expect(complained.trim()).toBe(
      'The password was refused. Nothing was changed. It cannot consist of your name or the company’s name.',
    )
    expect(await app.database.global(`select id from tenants where key = 'weak'`)).toEqual([])
  })

  test('lists all tenants, and prints its usage', async () => {
    await createTenant(
      app.connections,
      { ...tenantSettings, key: 'listed', hosts: ['listed.example.com'] },
      async () => {},
    )
    const { code, said } = await tenant(['list'])
    expect(code).toBe(0)
    expect(said).toContain(
      'listed  Wholesaler\n  hosts        listed.example.com listed.localhost\n  languages    tr en ru\n' +
        '  price group  CB TRY\n  admins       none\n',
    )
    const wrong = await tenant(['set', 'listed', '--host', 'https://listed.example.com'])
    expect(wrong.code).toBe(2)
    expect(wrong.complained).toMatch(
      /^"https:\/\/listed.example.com" is not a host name: .*\n\nAdds wholesalers/,
    )
  })

  test('restores an admin’s access', async () => {
    const shop = await wholesaler(app, 'locked')
    const answer = await tenant(['admin', 'locked', 'ADMIN', '--reset-totp'], `${chosen}\n`)
    expect(answer).toEqual({
      code: 0,
      said: 'ADMIN has a new password and is an admin of locked.\n',
      complained: '',
    })
    expect((await shop.admin.get('/api/Account/GetUserInfo')).status).toBe(401)
    expect(await signIn('locked', 'admin', password)).toMatchObject({ code: 'session.badCredentials' })
    expect(await signIn('locked', 'admin', chosen)).toHaveProperty('token')
  })
})

describe('a tenant', () => {
  test('is created completely or not at all', async () => {
    const interrupted = createTenant(app.connections, { ...tenantSettings, key: 'half' }, async () => {
      throw new Error('interrupted')
    })
    await expect(interrupted).rejects.toThrow('interrupted')
    expect(await app.database.global(`select id from tenants where key = 'half'`)).toEqual([])
  })

  test('is sorted last, and shares no host with others', async () => {
    await createTenant(
      app.connections,
      { ...tenantSettings, key: 'one', hosts: ['one.example.com'] },
      async () => {},
    )
    const taken = (key: string, host: string) =>
      createTenant(app.connections, { ...tenantSettings, key, hosts: [host] }, async () => {})
    await expect(taken('two', 'one.example.com')).rejects.toThrow(
      'The host name one.example.com already belongs to one.',
    )
    // Concurrently: one of them gets it.
    const results = await Promise.allSettled(
      ['two', 'three', 'four'].map((key) => taken(key, 'new.example.com')),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const order = await app.database.global<{ key: string }>(
      `select key from tenants where key in ('acme', 'one', 'two', 'three', 'four') order by sort_order`,
    )
    expect(order.slice(0, 2)).toEqual([{ key: 'acme' }, { key: 'one' }])
  })

  test('is changed by the operator with a record, so that a concurrent edit conflicts', async () => {
    const shop = await wholesaler(app, 'changed')
    const { version, ...sent } = (await shop.admin.get('/api/Account/GetTenantSettings')).body.data
    await changeTenant(app.connections, 'changed', {
      displayName: 'Changed',
      languages: ['it', 'tr'],
      transferEnabled: false,
      addHosts: ['a.changed.com', 'b.changed.com'],
    })
    await changeTenant(app.connections, 'changed', {
      addHosts: ['b.changed.com'],
      removeHosts: ['a.changed.com'],
    })
    const { data } = (await shop.admin.get('/api/Account/GetTenantSettings')).body
    expect(data).toMatchObject({
      displayName: 'Changed',
      languages: ['it', 'tr'],
      transferEnabled: false,
      authRequired: true,
      hosts: ['b.changed.com'],
      version: version + 2,
    })
    const late = await shop.admin.post('/api/Account/UpdateTenantSettings', { ...sent, version })
    expect(late.body.code).toBe('record.changed')
    const recorded = (await changesOf('changed')).filter(({ subject }) => subject === 'settings')
    expect(recorded.map(({ after }) => after)).toEqual([
      {
        displayName: 'Changed',
        languages: ['it', 'tr'],
        transferEnabled: false,
        hosts: ['a.changed.com', 'b.changed.com'],
      },
      { hosts: ['b.changed.com'] },
    ])
    await expect(changeTenant(app.connections, 'changed', { removeHosts: ['x.com'] })).rejects.toThrow(
      'changed does not have the host name x.com.',
    )
    await expect(changeTenant(app.connections, 'changed', { addHosts: ['one.example.com'] })).rejects.toThrow(
      'The host name one.example.com already belongs to one.',
    )
  })
})

describe('an admin’s access is restored', () => {
  let shop: Wholesaler
  let passwordHash: string
  beforeAll(async () => {
    passwordHash = await hashPassword(chosen)
  })
  beforeEach(async ({ task }) => {
    shop = await wholesaler(app, task.id.replace(/[^a-z0-9]/g, '').slice(0, 30))
  })
  const inShop = <T>(work: (tx: Tx) => Promise<T>) => app.database.inTenant(shop.tenantId, 'write', work)
  const set = (what: string) =>
    inShop((tx) => tx.query({ text: `update users set ${what} where tenant_id = $1 and username = 'admin'` }))
  const letIn = (username: string, resetSecondFactor = false, email = '') =>
    inShop((tx) => resetAdmin(tx, { username, email, passwordHash }, resetSecondFactor, new Date()))
  const actions = async () => (await changesOf(shop.key)).map(({ subject, action }) => `${subject} ${action}`)

  test('even if disabled; all their sessions end', async () => {
    await set('is_active = false')
    expect(await letIn('ADMIN')).toBe(true)
    expect(await signIn(shop.key, 'admin', chosen)).toHaveProperty('token')
    expect((await shop.admin.get('/api/Account/GetUserInfo')).status).toBe(401)
    expect(await changesOf(shop.key)).toMatchObject([
      { subject: 'catalogue' },
      { action: 'changed', subject_name: 'admin', before: { isActive: false }, after: { isActive: true } },
      { action: 'passwordReset', subject_name: 'admin', user_name: 'operator' },
    ])
  })

  test('without their second factor, if requested', async () => {
    await set(
      `totp_confirmed_at = now(), totp_secret = '\\x01', email = 'a@example.com', email_verification = true`,
    )
    await letIn('admin')
    expect(await signIn(shop.key, 'admin', chosen)).toEqual({ totpRequired: true })
    await letIn('admin', true)
    expect(await signIn(shop.key, 'admin', chosen)).toHaveProperty('token')
    expect(await actions()).toEqual([
      'catalogue imported',
      'user passwordReset',
      'user changed',
      'user passwordReset',
      'user twoFactorOff',
    ])
  })

  test('despite tries by others', async () => {
    for (let index = 0; index < 6; index += 1) await signIn(shop.key, 'admin', 'wrong')
    expect(await signIn(shop.key, 'admin', password)).toMatchObject({ code: 'session.tooManyTries' })
    await letIn('admin')
    expect(await signIn(shop.key, 'admin', chosen)).toHaveProperty('token')
  })

  test('also for an agent or a new user', async () => {
    expect(await letIn('agent')).toBe(true)
    const { token } = await signIn(shop.key, 'agent', chosen)
    const me = await app.at(shop.key).as({ token }).get('/api/Account/GetUserInfo')
    expect(me.body.roles).toEqual(['admin', 'sp'])
    expect(await letIn('zeynep', false, 'z@example.com')).toBe(false)
    expect(await signIn(shop.key, 'zeynep', chosen)).toHaveProperty('token')
    expect(await actions()).toContain('user added')
  })
})
