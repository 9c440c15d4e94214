import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connected } from '#server/db/connection.ts'
import { openLog } from '#server/process/log.ts'
import { hashPassword } from '#server/users/passwords.ts'
import { newTotpSecret, totpStep } from '#server/users/totp.ts'
import { type Answer, type Client, refusal } from '#test/app.ts'
import { runSql } from '#test/database.ts'
import { asJson, send } from '#test/send.ts'
import { secondServer, shopPerFile, useApp } from '#test/useShop.ts'
import { findOperator, operatorTotpContext, removeOperator, setOperator, setTotp } from './operators.ts'

const app = useApp()
const shop = shopPerFile(app)
const path = '/api/Operator/SignIn'
const password = 'gece lambası 4711'
let passwordHash = ''

/** No policy applies to it. */
const asSuperuser = (text: string) => runSql({ ...app.connections.owner, user: 'postgres' }, text)

beforeAll(async () => {
  passwordHash = await hashPassword(password)
})
beforeEach(async () => {
  await asSuperuser('delete from call_counts; delete from operator_tries; delete from operators')
  await setOperator(app, 'deniz', passwordHash)
})

type Given = { username?: string; password?: string; verificationCode?: string; cookie?: string }
const signIn = ({ cookie, ...given }: Given = {}) =>
  shop.visitor.as(cookie ? { cookie } : {}).post(path, { username: 'Deniz', password, ...given })
const wrong = (given: Given = {}) => signIn({ password: 'wrong', ...given })
const withToken = (answer: Answer) =>
  shop.visitor.as({ headers: { 'x-operator-token': (answer.body.data as { token: string }).token } })
const isSignedIn = async (client: Client) => (await client.get('/api/Operator/GetOverview')).status === 200
const deviceCookie = ({ headers }: Answer) => /device=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? ''

async function statuses(work: () => Promise<{ status: number }>, times: number): Promise<number[]> {
  const all: number[] = []
  for (let done = 0; done < times; done += 1) all.push((await work()).status)
  return all
}

const passTime = (seconds: number) =>
  asSuperuser(`update operator_tries set blocked_until = blocked_until - interval '${seconds} s',
    window_ends_at = window_ends_at - interval '${seconds} s'`)

describe('the sign-in of an operator', () => {
  test('takes the name in any case and the right password', async () => {
    expect(await signIn()).toMatchObject({ status: 200, body: { data: { username: 'deniz' } } })
    expect(await wrong()).toMatchObject(refusal(401, 'session.badCredentials'))
    expect(await wrong({ username: 'nobody' })).toMatchObject(refusal(401, 'session.badCredentials'))
  })

  test('is another one than that of wholesalers', async () => {
    expect((await shop.admin.get('/api/Operator/GetOverview')).status).toBe(401)
    expect((await shop.signIn('deniz', { password })).status).not.toBe(200)
    const operator = withToken(await signIn())
    expect((await operator.post('/api/Account/GetSystemUsers', {})).status).toBe(401)
  })

  test('ends with the sign-out, a new password and the removal of the operator', async () => {
    const one = withToken(await signIn())
    expect(await isSignedIn(one)).toBe(true)
    await one.post('/api/Operator/SignOut')
    expect(await isSignedIn(one)).toBe(false)
    const other = withToken(await signIn())
    expect(await setOperator(app, 'DENIZ', passwordHash)).toBe('changed')
    expect(await isSignedIn(other)).toBe(false)
    expect(await setOperator(app, 'second', passwordHash)).toBe('added')
    const second = withToken(await signIn({ username: 'second' }))
    await removeOperator(app.connections, 'second')
    expect(await isSignedIn(second)).toBe(false)
    await expect(removeOperator(app.connections, 'second')).rejects.toThrow('There is no operator second')
  })

  test('ends twelve hours after the sign-in', async () => {
    const operator = withToken(await signIn())
    const pass = (minutes: number) =>
      asSuperuser(`update operator_sessions set expires_at = expires_at - interval '${minutes} minutes'`)
    await pass(12 * 60 - 1)
    expect(await isSignedIn(operator)).toBe(true)
    await pass(1)
    expect(await isSignedIn(operator)).toBe(false)
  })

  test.each([
    ['password', `password_hash = 'another'`],
    ['authenticator', `totp_secret = '\\x01'`],
  ])('fails if the %s changes while it is checked', async (_, change) => {
    await using client = await connected(app.connections.owner)
    await client.query(`begin; update operators set ${change}`)
    const underWay = signIn()
    const waiting = `
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => asSuperuser(waiting)).toHaveLength(1)
    await client.query('commit')
    expect(await underWay).toMatchObject(refusal(401, 'session.badCredentials'))
  })
})

describe('guessing an operator’s password', () => {
  test('gains nothing from concurrent tries', async () => {
    const answers = await Promise.all(Array.from({ length: 80 }, () => wrong()))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    // The queue of password checks is bounded too.
    const refused = answers.filter(({ body: { code } }) =>
      ['session.tooManyTries', 'server.busy'].includes(String(code)),
    )
    expect(refused).toHaveLength(75)
  })

  test('is blocked after five tries, then twice as long each time, with the seconds to wait', async () => {
    expect(await statuses(wrong, 5)).toEqual([401, 401, 401, 401, 401])
    const refused = await wrong()
    expect(refused).toMatchObject(refusal(429, 'session.tooManyTries', { seconds: 30 }))
    expect(refused.body.Message).toContain('30')
    expect(refused.headers['retry-after']).toBe('30')
    for (const seconds of [60, 120, 240]) {
      await passTime(901)
      expect((await wrong()).status).toBe(401)
      expect((await wrong()).body.seconds).toBe(seconds)
    }
  })

  test('does not tell known names from unknown ones', async () => {
    const inAllStates = async (username: string) => {
      const answers: unknown[] = []
      const note = ({ status, body, headers }: Answer) => {
        const { requestId: _, ...said } = body
        const shown = { status, said, headers: Object.keys(headers).toSorted() }
        answers.push(JSON.parse(JSON.stringify(shown).replaceAll(/\d\d (?=second)|(?<=seconds":)\d\d/g, '1')))
      }
      const client = shop.visitor.as({ langCode: 'en' })
      for (let tries = 0; tries < 7; tries += 1)
        note(await client.post(path, { username, password: 'wrong' }))
      if (username === 'nobody') note(await wrong({ username }))
      else note(await signIn({ username }))
      await passTime(901)
      for (let tries = 0; tries < 2; tries += 1)
        note(await client.post(path, { username, password: 'wrong' }))
      return answers
    }
    const known = await inAllStates('deniz')
    expect(known).toHaveLength(10)
    expect(await inAllStates('nobody')).toEqual(known)
  })

  test('is counted for a name however it is spelt', async () => {
    const spelt = ['deniz', 'DENIZ', 'ｄeniz', 'dｅniz', ' deniz ', 'ＤＥＮＩＺ']
    const answers: number[] = []
    for (const username of spelt) answers.push((await wrong({ username })).status)
    expect(answers).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('for many names is blocked by address, of IPv6 by network', async () => {
    const { port } = await secondServer(app, { trustProxy: '127.0.0.1' })
    let names = 0
    const wrongFrom = async (address: string) => {
      names += 1
      const body = JSON.stringify({ username: `name${names}`, password: 'wrong' })
      return (await send({ port }, shop, path, { headers: { ...asJson, 'x-forwarded-for': address }, body }))
        .status
    }
    await wrongFrom('2001:db8::1')
    await asSuperuser(`update operator_tries set tries = 58 where kind = 'address'`)
    expect(await wrongFrom('2001:db8:0:0:ffff::2')).toBe(401)
    expect(await wrongFrom('2001:db8::3')).toBe(401)
    expect(await wrongFrom('2001:db8::4')).toBe(429)
    expect(await wrongFrom('2001:db8:0:1::1')).toBe(401)
  })

  test('does not delay the operator on a known device', async () => {
    const cookie = deviceCookie(await signIn())
    expect(await statuses(wrong, 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await signIn()).status).toBe(429)
    expect((await signIn({ cookie })).status).toBe(200)
    // Known for this name only, with a limit.
    expect(await statuses(() => wrong({ username: 'second', cookie }), 6)).toContain(429)
    expect(await statuses(() => wrong({ cookie }), 11)).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      429,
    ])
  })

  test('is not helped by the device of a wholesaler’s user of the same name', async () => {
    await shop.admin.post('/api/Account/AddUser', {
      username: 'deniz',
      password,
      roles: ['customer'],
      currAccCode: '120.01',
    })
    const theirs = deviceCookie(await shop.signIn('deniz', { password }))
    expect(theirs).not.toBe('')
    await statuses(wrong, 5)
    expect((await signIn({ cookie: theirs })).status).toBe(429)
  })

  test('keeps no readable name or address, and no wholesaler sees it', async () => {
    await wrong({ username: 'Özel İşletmen' })
    const rows = await asSuperuser('select row_to_json(t)::text from operator_tries t')
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/zel|127\.0\.0\.1/)
    expect(await shop.query('select from operator_tries where tenant_id is distinct from $1')).toEqual([])
  })
})

describe('an operator’s authenticator', () => {
  let secret: string
  let provingCode: string
  const codeAt = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  const wrongCode = () =>
    ['000000', '111111', '222222', '333333'].find(
      (code) => totpStep(secret, code, new Date(), null) === undefined,
    ) ?? ''

  beforeEach(async () => {
    secret = newTotpSecret()
    const { id } = await findOperator(app.connections, 'deniz')
    const sealed = app.secrets.seal(secret, operatorTotpContext(id))
    provingCode = codeAt(-1)
    const step = totpStep(secret, provingCode, new Date(), null) ?? 0
    await setTotp(app.connections, id, { sealed, step })
  })

  test('is asked for after the right password alone', async () => {
    const asked = await signIn()
    expect(asked.status).toBe(200)
    expect(asked.body).toEqual({ success: true, data: { totpRequired: true } })
    expect(asked.headers['set-cookie']).toBeUndefined()
    expect(await wrong({ verificationCode: codeAt(0) })).toMatchObject(refusal(401, 'session.badCredentials'))
    expect(await isSignedIn(withToken(await signIn({ verificationCode: ` ${codeAt(0)} ` })))).toBe(true)
  })

  test('gives codes that work once, at the same time too, and not one that proved it', async () => {
    expect(await signIn({ verificationCode: provingCode })).toMatchObject(refusal(401, 'session.badCode'))
    const verificationCode = codeAt(1)
    const answers = await Promise.all([1, 2, 3].map(() => signIn({ verificationCode })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(2)
    expect(await signIn({ verificationCode })).toMatchObject(refusal(401, 'session.badCode'))
  })

  test('counts wrong codes as tries, and not the question for one', async () => {
    expect(await statuses(signIn, 7)).toEqual(Array.from({ length: 7 }, () => 200))
    const guess = () => signIn({ verificationCode: wrongCode() })
    expect(await statuses(guess, 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await signIn({ verificationCode: codeAt(1) })).status).toBe(429)
  })

  test('is sealed in the database', async () => {
    const rows = await asSuperuser('select row_to_json(o)::text from operators o')
    expect(JSON.stringify(rows)).not.toContain(secret)
    const hex = Buffer.from(secret).toString('hex')
    expect(JSON.stringify(rows)).not.toContain(hex)
  })

  test('stays with a new password, and ends sessions when it is changed or removed', async () => {
    const { id } = await findOperator(app.connections, 'deniz')
    const operator = withToken(await signIn({ verificationCode: codeAt(1) }))
    await setTotp(app.connections, id, null)
    expect(await isSignedIn(operator)).toBe(false)
    const alone = withToken(await signIn())
    await setTotp(app.connections, id, {
      sealed: app.secrets.seal(secret, operatorTotpContext(id)),
      step: 0,
    })
    expect(await isSignedIn(alone)).toBe(false)
    await setOperator(app, 'deniz', passwordHash)
    expect((await signIn()).body.data).toEqual({ totpRequired: true })
  })
})

test('a refused sign-in is logged with its address and reason, without the name', async () => {
  let logged = ''
  const { port } = await secondServer(app, {
    secrets: app.secrets,
    log: openLog('warn', { write: (text) => void (logged += text) }),
  })
  const call = (given: object) =>
    send({ port }, shop, path, { headers: asJson, body: JSON.stringify({ password, ...given }) })
  await call({ username: 'geheimer Name', password: 'geheimes Wort' })
  const { id } = await findOperator(app.connections, 'deniz')
  const sealed = app.secrets.seal(newTotpSecret(), operatorTotpContext(id))
  await setTotp(app.connections, id, { sealed, step: 2 ** 40 })
  await call({ username: 'deniz', verificationCode: '123456' })
  for (let tries = 0; tries < 8; tries += 1) await call({ username: 'deniz', password: 'wrong' })
  const lines = logged
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { msg: string; refusal: string })
    .filter(({ msg }) => msg === 'a sign-in was refused')
  // Without the last four, which are too many, and one line a minute together.
  expect(lines).toHaveLength(6)
  for (const line of lines)
    expect(line).toMatchObject({
      level: 'warn',
      path,
      address: '127.0.0.1',
      user: null,
    })
  expect(lines.map((line) => line.refusal)).toEqual([
    'session.badCredentials',
    'session.badCode',
    ...Array.from({ length: 4 }, () => 'session.badCredentials'),
  ])
  expect(logged.split('"refusal":"session.tooManyTries"').length).toBeLessThanOrEqual(2)
  expect(logged).not.toMatch(/geheime|deniz|123456|gece/)
})
