import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openLog } from '#server/process/log.ts'
import { refusal } from './app.ts'
import { password } from './factories.ts'
import { asJson, send } from './send.ts'
import { secondServer, shopPerFile, useApp } from './useShop.ts'

const app = useApp()
const shop = shopPerFile(app, 'logged')

const withEmail = `update users set email = $2 where tenant_id = $1 and username = 'dealer'`

/** Logs everything, with a broken photo store. */
async function loggingServer() {
  let logged = ''
  const { photos, mailer, secrets } = app
  const { port } = await secondServer(app, {
    mailer,
    secrets,
    photos: { ...photos, original: () => Promise.reject(new Error('The store is away')) },
    log: openLog('trace', { write: (text) => void (logged += text) }),
  })
  const call = (path: string, body?: object, token?: string) =>
    send({ port }, shop, path, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body ? asJson : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const signIn = async (username: string) =>
    (await call('/api/Account/authenticate', { username, password })).body as Record<string, string>
  return {
    call,
    signIn,
    text: () => logged,
    lines: () =>
      logged
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}

describe('a request’s log line', () => {
  test('has method, path, host, tenant, user and the answer’s request id', async () => {
    await shop.query(`insert into product_images (tenant_id, product_id, file_name, content_hash, sort_order)
               select $1, id, 'a.jpg', repeat('a', 64), 1 from products where tenant_id = $1 and item_code = 'A1'`)
    const server = await loggingServer()
    const { token } = await server.signIn('admin')
    const image = '/api/Shop/GetOriginalImage?itemCode=A1&colorCode=01&file=a.jpg'
    const failed = await server.call(image, undefined, token)
    expect(failed).toMatchObject(refusal(500, 'server.failed'))
    await server.call('/api/Account/authenticate', { username: 'admin', password: 'wrong' })
    const host = `${shop.key}.localhost`
    const { requestId } = failed.body
    const request = {
      method: 'GET',
      path: '/api/Shop/GetOriginalImage',
      host,
      tenant: shop.key,
      user: 'admin',
      requestId,
    }
    expect(server.lines()).toContainEqual({
      ...request,
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      msg: 'request failed',
      err: { type: 'Error', message: 'The store is away', stack: expect.stringContaining('log.test.ts') },
    })
    const refused = server.lines().find(({ msg }) => msg === 'a sign-in was refused')
    expect(refused).toMatchObject({ level: 'warn', tenant: shop.key, user: null, address: '127.0.0.1' })
    const signedIn = server.lines().filter(({ msg }) => msg === 'signed in')
    expect(signedIn).toMatchObject([
      { level: 'warn', tenant: shop.key, address: '127.0.0.1', userId: expect.any(String) },
    ])
    const answered = server.lines().filter(({ msg }) => msg === 'answered')
    expect(answered).toContainEqual(expect.objectContaining({ ...request, level: 'info', status: 500 }))
    const incomplete = server
      .lines()
      .filter(({ msg }) => !String(msg).startsWith('Server listening'))
      .filter((line) => !Object.keys(request).every((field) => field in line))
    expect(incomplete).toEqual([])
  })

  test('tells what somebody may not do, once a minute', async () => {
    const server = await loggingServer()
    const { token } = await server.signIn('dealer')
    for (let count = 0; count < 20; count += 1)
      expect((await server.call('/api/Account/GetSystemUsers', {}, token)).status).toBe(403)
    expect(server.lines().filter(({ msg }) => msg === 'a call was refused')).toMatchObject([
      { level: 'warn', tenant: shop.key, user: 'dealer', address: '127.0.0.1', refusal: 'permission.denied' },
    ])
  })

  test('never contains a secret', async () => {
    await shop.query(withEmail, `dealer@${shop.key}.example.com`)
    const server = await loggingServer()
    const { token = '', refreshToken = '' } = await server.signIn('admin')
    await server.call('/api/Account/authenticate', { username: 'wrong name', password: 'wrong secret' })
    const renewed = await server.call(`/api/Account/CreateTokenByRefreshToken?refreshToken=${refreshToken}`)
    const mailCount = app.mailServer.received.length
    await server.call('/api/Account/RequestPasswordReset', { username: 'dealer' })
    const { text } = await app.mailServer.next(`dealer@${shop.key}.example.com`, mailCount)
    const link = /reset#([\w-]{43})/.exec(text)?.[1] ?? ''
    const chosen = { newPassword: 'Kuzey yıldızı 47 gemi', newPasswordConfirm: 'Kuzey yıldızı 47 gemi' }
    await server.call('/api/Account/ResetPassword', { token: link, ...chosen })
    const erpSecret = 'a-secret-of-the-erp-4711'
    const settings = { url: 'https://erp.example.com', secret: erpSecret }
    const renewedToken = String(renewed.body.token)
    const asked = await server.call(
      '/api/Erp/SaveLink',
      { kind: 'http', ...settings, settings },
      renewedToken,
    )
    await server.call('/api/nowhere?token=in-a-query', undefined, renewedToken)
    await server.call(`/api/Account/GetUserInfo%ZZ?token=in-a-query`, undefined, renewedToken)
    expect(asked.status).not.toBe(401)
    const secrets = [
      password,
      'wrong secret',
      'wrong name',
      chosen.newPassword,
      erpSecret,
      link,
      'in-a-query',
      token,
      refreshToken,
      renewedToken,
      String(renewed.body.refreshToken),
    ]
    expect(secrets.every((secret) => secret.length > 8)).toBe(true)
    expect(server.lines().length).toBeGreaterThan(6)
    expect(secrets.filter((secret) => server.text().includes(secret))).toEqual([])
  })
})

describe('the log', () => {
  test('omits an error’s extra fields, such as a row the database refused', () => {
    let logged = ''
    const refused = Object.assign(new Error('violates a check'), { code: '23514', detail: 'row (argon2id…)' })
    openLog('error', { write: (text) => void (logged += text) }).error({ err: refused }, 'request failed')
    expect(JSON.parse(logged)).toMatchObject({ err: { message: 'violates a check', code: '23514' } })
    expect(logged).not.toContain('argon2id')
  })

  test('is readable text on a terminal', () => {
    let logged = ''
    const log = openLog('info', { isTTY: true, write: (text) => void (logged += text) })
    log.warn('Photos: the store is away')
    expect(logged).toMatch(/^\d\d:\d\d:\d\d WARN {2}Photos: the store is away\n$/)
  })

  test('omits lines below its level', () => {
    let logged = ''
    const log = openLog(readConfig({ LOG_LEVEL: 'error' }).logLevel, {
      write: (text) => void (logged += text),
    })
    log.warn('not this')
    log.error('this')
    expect(logged).toMatch(/^\{[^\n]*"msg":"this"\}\n$/)
    expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL must be one of fatal, error, warn')
  })
})
