import { describe, expect, test } from 'vitest'
import { type Client, refusal } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const [listed, one, adding, updating, deleting, restoring] = [
  '/api/Account/GetSystemUsers',
  '/api/Account/GetSystemUserById',
  '/api/Account/AddUser',
  '/api/Account/UpdateUser',
  '/api/Account/DeleteUser',
  '/api/Account/RestoreUser',
] as const
const password = 'Kuzey yıldızı 47 gemi'
const app = useApp()
const shop = shopPerTest(app)

const changesOf = () =>
  shop.query<{
    action: string
    before: object | null
    after: object | null
    userName: string
  }>(`select action, before, after, user_name as "userName" from changes where tenant_id = $1
                and subject = 'user' order by at, id`)
const idOf = async (username: string): Promise<string> => (await shop.user(username)).id
async function read(client: Client, id: string) {
  return (await client.get(one, { id })).body.data
}
const anybody = (username: string, more: object = {}) => ({
  username,
  firstName: 'İnci',
  lastName: 'Işık',
  email: `${username}@example.com`,
  roles: ['customer'],
  currAccCode: '120.01',
  password,
  ...more,
})

describe('a user', () => {
  test('is added, read, and signs in', async () => {
    const added = await shop.admin.post(adding, anybody('inci.isik', { passwordConfirm: password }))
    expect(added.status).toBe(200)
    const user = await read(shop.admin, added.body.data.id)
    expect(user).toMatchObject({
      username: 'inci.isik',
      firstName: 'İnci',
      roles: ['customer'],
      currAccCode: '120.01',
      emailVerification: false,
      isActive: true,
      version: 1,
      canEdit: true,
    })
    expect(user.password).toBeUndefined()
    const signedIn = await shop.signIn('İNCİ.IŞIK', { password })
    expect(signedIn.status).toBe(401)
    const again = await shop.signIn('INCI.ISIK', { password })
    expect(again.status).toBe(200)
  })

  test.each([
    ['a name of two letters', { username: 'ab' }, 'username'],
    ['a name that is taken, case aside', { username: 'DEALER' }, 'username'],
    ['an address that is none', { email: 'not an address' }, 'email'],
    ['no role', { roles: [] }, 'roles'],
    ['a role that there is not', { roles: ['root'] }, 'roles.0'],
    ['a customer without an account', { currAccCode: '' }, 'currAccCode'],
    ['an account that there is not', { currAccCode: '999' }, 'currAccCode'],
    ['an agent without a code', { roles: ['sp'] }, 'salesPersonCode'],
    ['an agent that there is not', { roles: ['sp'], salesPersonCode: 'P9' }, 'salesPersonCode'],
    ['a weak password', { password: 'password123' }, 'password'],
    ['passwords that differ', { passwordConfirm: `${password}!` }, 'passwordConfirm'],
    ['codes by mail without an address', { emailVerification: true, email: '' }, 'email'],
    ['a first name of 51 letters', { firstName: 'x'.repeat(51) }, 'firstName'],
  ])('is refused with %s, said beside the field in the caller’s language', async (_, more, field) => {
    const refused = await shop.admin.as({ langCode: 'ru' }).post(adding, anybody('newcomer', more))
    expect(refused).toMatchObject(refusal(400, 'request.invalid'))
    expect(Object.keys(refused.body.fields)).toEqual([field])
    expect(refused.body.fields[field]).toMatch(/[а-я]/)
  })

  test('is added once when two send the same name concurrently', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => shop.admin.post(adding, anybody('twin'))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2)
  })

  test('is found by any of their names, with sorting and paging', async () => {
    for (const name of ['ali', 'çetin', 'cemal', 'zeki']) {
      await shop.admin.post(adding, anybody(`${name}.user`, { firstName: name, lastName: '', email: '' }))
    }
    const names = async (input: object) =>
      (await shop.admin.post(listed, { sort: 'name', search: '.user', ...input })).body.data.items.map(
        (user: { name: string }) => user.name,
      )
    expect(await names({})).toEqual(['ali', 'cemal', 'çetin', 'zeki'])
    expect(await names({ order: 'desc', limit: 2, page: 2 })).toEqual(['cemal', 'ali'])
    expect(await names({ search: 'DEALER 120.01' })).toEqual(['ali', 'cemal', 'çetin', 'dealer Test', 'zeki'])
    const customers = await shop.admin.post(listed, { customerFetch: true })
    expect(
      customers.body.data.items.every((user: { roles: string[] }) => user.roles.includes('customer')),
    ).toBe(true)
    expect(customers.body.data.total).toBe(5)
  })

  test('changes with the differences recorded, but never the password', async () => {
    const user = await shop.user('dealer')
    const updated = await shop.admin.post(updating, { ...user, firstName: 'Deniz', phone: '0555' })
    expect(updated.body.data.version).toBe(2)
    await shop.admin.post(updating, { ...user, version: 2, firstName: 'Deniz', phone: '0555', password })
    const changes = await changesOf()
    expect(changes.slice(-2)).toEqual([
      {
        action: 'changed',
        userName: 'admin',
        before: { firstName: 'dealer', phone: '' },
        after: { firstName: 'Deniz', phone: '0555' },
      },
      { action: 'passwordReset', userName: 'admin', before: null, after: null },
    ])
    expect(JSON.stringify(changes)).not.toContain(password)
    expect((await shop.dealer.get('/api/Account/GetUserInfo')).status).toBe(401)
  })

  test('keeps fields that a change omits', async () => {
    const id = await idOf('dealer')
    const full = {
      auths: [{ groupName: 'office', number: 2 }],
      emailVerification: true,
      email: 'd@example.com',
    }
    await shop.admin.post(updating, { ...(await shop.user('dealer')), ...full })
    const partly = { id, username: 'dealer', roles: ['customer'], phone: '0555' }
    expect((await shop.admin.post(updating, partly)).status).toBe(200)
    expect(await read(shop.admin, id)).toMatchObject({
      ...full,
      ...partly,
      currAccCode: '120.01',
      isActive: true,
    })
    const asAgent = await shop.admin.post(updating, { id, username: 'dealer', roles: ['sp'] })
    expect(Object.keys(asAgent.body.fields)).toEqual(['salesPersonCode'])
  })

  test('is not overwritten from an outdated version', async () => {
    const user = await shop.user('dealer')
    const answers = await Promise.all([
      shop.admin.post(updating, { ...user, firstName: 'One' }),
      shop.admin.post(updating, { ...user, firstName: 'Two' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('record.changed')
  })

  test('who is disabled is signed out at once, and their old session stays invalid', async () => {
    const user = await shop.user('dealer')
    await shop.admin.post(updating, { ...user, isActive: false })
    expect((await shop.dealer.get('/api/Account/GetUserInfo')).status).toBe(401)
    await shop.admin.post(updating, { ...user, version: 2, isActive: true })
    expect((await shop.dealer.get('/api/Account/GetUserInfo')).status).toBe(401)
  })

  test('who gets another role has its permissions from the next call', async () => {
    expect((await shop.agent.post(listed, {})).status).toBe(403)
    const user = await shop.user('agent')
    await shop.admin.post(updating, { ...user, pageAuths: [{ pageId: 23, isAllow: true }] })
    expect((await shop.agent.post(listed, {})).status).toBe(200)
    await shop.admin.post(updating, { ...user, version: 2, pageAuths: [{ pageId: 23, isAllow: false }] })
    expect((await shop.agent.post(listed, {})).status).toBe(403)
  })

  test('is deleted, signed out at once, and restored unchanged', async () => {
    const id = await idOf('dealer')
    expect((await shop.admin.get(deleting, { id })).body).toEqual({ success: true })
    expect((await shop.dealer.get('/api/Account/GetUserInfo')).status).toBe(401)
    expect((await shop.admin.post(listed, { search: 'dealer' })).body.data.total).toBe(0)
    const deleted = await shop.admin.post(listed, { search: 'dealer', state: 'deleted' })
    expect(deleted.body.data.items[0]).toMatchObject({ id, isDeleted: true })
    await shop.admin.post(restoring, { id })
    expect((await shop.admin.post(listed, { search: 'dealer' })).body.data.total).toBe(1)
  })

  test('whose name was taken meanwhile cannot be restored', async () => {
    const id = await idOf('dealer')
    await shop.admin.get(deleting, { id })
    await shop.admin.post(adding, anybody('Dealer'))
    expect(await shop.admin.post(restoring, { id })).toMatchObject(refusal(409, 'record.inUse'))
  })
})

describe('an admin', () => {
  test('cannot delete, disable or demote themselves', async () => {
    await shop.update(`users set roles = array['admin', 'sp'] where username = 'agent'`)
    const user = await shop.user('admin')
    const refused = [
      await shop.admin.get(deleting, { id: user.id }),
      await shop.admin.post(updating, { ...user, isActive: false }),
      await shop.admin.post(updating, { ...user, roles: ['customer'], currAccCode: '120.01' }),
      await shop.admin.post(updating, { ...user, password }),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(Array.from({ length: 4 }, () => 'user.oneself'))
    expect((await shop.admin.post(updating, { ...user, phone: '1' })).status).toBe(200)
  })

  test('two who delete each other concurrently: one stays', async () => {
    await shop.update(`users set roles = array['admin'] where username = 'agent'`)
    const [admin, agent] = [await idOf('admin'), await idOf('agent')]
    const answers = await Promise.all([
      shop.admin.get(deleting, { id: agent }),
      shop.agent.get(deleting, { id: admin }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [left] = await shop.query(
      `select count(*)::int as admins from users where tenant_id = $1 and 'admin' = any (roles) and deleted_at is null`,
    )
    expect(left).toEqual({ admins: 1 })
  })
})

describe('office staff who are not admins', () => {
  async function addClerk() {
    const pageAuths = [21, 22, 23].map((pageId) => ({ pageId, isAllow: true }))
    const user = await shop.user('agent')
    await shop.admin.post(updating, { ...user, pageAuths })
    return shop.agent
  }

  test('manage users, but grant only what they have', async () => {
    const clerk = await addClerk()
    expect((await clerk.post(adding, anybody('fine'))).status).toBe(200)
    for (const more of [
      { roles: ['admin'] },
      { roles: ['customer', 'admin'] },
      { auths: [{ groupName: 'office', number: 1 }] },
      { pageAuths: [{ pageId: 41, isAllow: true }] },
    ]) {
      expect((await clerk.post(adding, anybody('too.much', more))).body.code).toBe('user.notYours')
    }
    const dealer = await shop.user('dealer')
    const promoted = await clerk.post(updating, { ...dealer, roles: ['customer', 'admin'] })
    expect(promoted.body.code).toBe('user.notYours')
  })

  test('change neither admins nor their own permissions', async () => {
    const clerk = await addClerk()
    const admin = await shop.user('admin')
    expect((await read(clerk, admin.id)).canEdit).toBe(false)
    expect((await clerk.post(updating, { ...admin, password })).body.code).toBe('user.notYours')
    expect((await clerk.get(deleting, { id: admin.id })).body.code).toBe('user.notYours')
    expect((await clerk.post('/api/Account/ResetUserTotp', { id: admin.id })).body.code).toBe('user.notYours')
    expect((await clerk.post('/api/Account/EndUserSessions', { id: admin.id })).body.code).toBe(
      'user.notYours',
    )
    const self = await shop.user('agent')
    const demoted = await clerk.post(updating, { ...self, pageAuths: [] })
    expect(demoted.body.code).toBe('user.oneself')
  })
})
