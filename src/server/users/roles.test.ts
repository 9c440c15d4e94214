import { describe, expect, test } from 'vitest'
import type { Client } from '#test/app.ts'
import { shopPerTest, useApp } from '#test/useShop.ts'

const changeRole = '/api/Account/ChangeRole'
const app = useApp()
const shop = shopPerTest(app)

const info = async (client: Client) => client.get('/api/Account/GetUserInfo')
const mayList = async (client: Client) => (await client.post('/api/Account/GetSystemUsers', {})).status

async function giveAgentTwoRoles() {
  await shop.update(`users set roles = array['sp', 'admin'] where username = 'agent'`)
}

describe('a user with several roles', () => {
  test('has all of them until one is chosen', async () => {
    await giveAgentTwoRoles()
    expect((await info(shop.agent)).body).toMatchObject({ roles: ['sp', 'admin'], allRoles: ['sp', 'admin'] })
    expect(await mayList(shop.agent)).toBe(200)
  })

  test('has only the chosen one, under new tokens, also after a refresh, and can go back', async () => {
    await giveAgentTwoRoles()
    const asAgent = await shop.agent.post(changeRole, { role: 'sp' })
    expect(Object.keys(asAgent.body).toSorted()).toEqual(['refreshToken', 'token'])
    expect(String(asAgent.headers['set-cookie'])).toContain(`urt=${asAgent.body.refreshToken}`)
    expect((await info(shop.agent)).status).toBe(401)
    const client = shop.visitor.as({ token: asAgent.body.token })
    expect((await info(client)).body).toMatchObject({ roles: ['sp'], allRoles: ['sp', 'admin'] })
    expect(await mayList(client)).toBe(403)
    const renewed = await shop.visitor.get('/api/Account/CreateTokenByRefreshToken', {
      refreshToken: asAgent.body.refreshToken,
    })
    const after = shop.visitor.as({ token: renewed.body.token })
    expect((await info(after)).body.roles).toEqual(['sp'])
    const back = await after.post(changeRole, { role: null })
    expect((await info(shop.visitor.as({ token: back.body.token }))).body.roles).toEqual(['sp', 'admin'])
  })

  test('cannot choose a role they lack, nor keep one that was removed', async () => {
    await giveAgentTwoRoles()
    expect((await shop.dealer.post(changeRole, { role: 'admin' })).status).toBe(403)
    const asAdmin = await shop.agent.post(changeRole, { role: 'admin' })
    const client = shop.visitor.as({ token: asAdmin.body.token })
    expect(await mayList(client)).toBe(200)
    await shop.update(`users set roles = array['sp'] where username = 'agent'`)
    expect(await mayList(client)).toBe(403)
    expect((await info(client)).body.roles).toEqual(['sp'])
  })
})

describe('a session', () => {
  test('is listed for its owner only, and can be ended singly or all but this one', async () => {
    const [second, third] = [(await shop.signIn()).body, (await shop.signIn()).body]
    const list = await shop.dealer.get('/api/Account/GetSessions')
    expect(list.body.data).toHaveLength(3)
    expect(list.body.data.filter((one: { isCurrent: boolean }) => one.isCurrent)).toHaveLength(1)
    expect(list.body.data[0].isCurrent).toBe(true)
    expect(JSON.stringify(list.body)).not.toContain(second.token)
    const own = list.body.data.map((one: { id: string }) => one.id)
    const theirs = (await shop.agent.get('/api/Account/GetSessions')).body.data[0].id
    expect(own).not.toContain(theirs)
    expect((await shop.dealer.post('/api/Account/EndSession', { id: theirs })).status).toBe(404)
    expect((await info(shop.agent)).status).toBe(200)
    const secondId = second.refreshToken.split('.')[0]
    expect((await shop.dealer.post('/api/Account/EndSession', { id: secondId })).status).toBe(200)
    expect((await info(shop.visitor.as({ token: second.token }))).status).toBe(401)
    await shop.dealer.post('/api/Account/EndOtherSessions', {})
    expect((await info(shop.visitor.as({ token: third.token }))).status).toBe(401)
    expect((await info(shop.dealer)).status).toBe(200)
  })

  test.each([
    [`update users set is_active = false where tenant_id = $1 and username = 'agent'`],
    [`update users set deleted_at = now() where tenant_id = $1 and username = 'agent'`],
    [`update agents set deleted_at = now() where tenant_id = $1 and code = 'P1'`],
  ])('ends at the next call, and cannot be renewed, after %s', async (text) => {
    const { body } = await shop.signIn('agent')
    await shop.query(text)
    expect((await info(shop.visitor.as({ token: body.token }))).status).toBe(401)
    const { refreshToken } = body
    expect((await shop.visitor.get('/api/Account/CreateTokenByRefreshToken', { refreshToken })).status).toBe(
      401,
    )
    const again = await shop.signIn('agent')
    expect(again.body.code).toBe('session.badCredentials')
  })
})
