import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openLog } from '#server/process/log.ts'
import { password } from '#test/factories.ts'
import { freePort } from '#test/freePort.ts'
import { startMailServer } from '#test/mailServer.ts'
import { asJson, send } from '#test/send.ts'
import { secondServer, shopPerFile, useApp } from '#test/useShop.ts'
import { type Mail, openMailer } from './mailer.ts'
import { forgetOtherMailServers, type WatchedMailer, watchMailServer } from './mailServer.ts'

const app = useApp()
const shop = shopPerFile(app)
const mail: Mail = { to: 'ayse@example.com', subject: 'Code', text: '123456', fromName: 'Shop' }
let port = 0
let log: string[] = []
let clockOffsetMs = 0

beforeEach(async () => {
  port = await freePort()
  log = []
  clockOffsetMs = 0
})

/** As in a process of its own. */
function mailer(): WatchedMailer {
  const settings = {
    smtpUrl: `smtp://user:secret@127.0.0.1:${port}`,
    mailFrom: 'a@example.com',
    dataDir: app.folder,
  }
  const one = watchMailServer(
    openMailer(settings, () => {}),
    {
      database: app.database,
      say: (line) => log.push(line),
      now: () => new Date(Date.now() + clockOffsetMs),
    },
  )
  onTestFinished(() => one.close())
  return one
}
const fails = (one: WatchedMailer) => expect(one.send(mail)).rejects.toThrow()
const down = () =>
  `The mail server 127.0.0.1:${port} takes no mails: No server answers there (ECONNREFUSED). Mails wait until it does.`

test('that takes no mails is said once, whichever process tries, and once that it does again', async () => {
  const processes = [mailer(), mailer(), mailer()]
  for (let time = 0; time < 5; time += 1) await Promise.all(processes.map(fails))
  expect(log).toEqual([down()])
  clockOffsetMs = 17 * 60_000
  const server = await startMailServer(port)
  for (let time = 0; time < 3; time += 1) await Promise.all(processes.map((one) => one.send(mail)))
  await server.close()
  expect(server.received).toHaveLength(9)
  expect(log.slice(1)).toEqual([`The mail server 127.0.0.1:${port} takes mails again, after 17 min.`])
})

test('that fails a single time is not said', async () => {
  const one = mailer()
  await fails(one)
  const server = await startMailServer(port)
  await one.send(mail)
  await server.close()
  expect(log).toEqual([])
})

test('that refuses a recipient takes mails', async () => {
  const server = await startMailServer(port, { recipient: '550 5.1.1 No such user' })
  const one = mailer()
  for (let time = 0; time < 3; time += 1) await fails(one)
  expect(await one.askState()).toEqual({ state: 'works' })
  await server.close()
  expect(log).toEqual([])
})

test('that fails is tried by one process at a time, less and less often', async () => {
  const [one, other] = [mailer(), mailer()]
  const waitsMs: number[] = []
  for (let time = 0; time < 8; time += 1) {
    await fails(one)
    const before = Date.now() + clockOffsetMs
    const state = await other.askState()
    if (state.state !== 'fails') throw new Error(state.state)
    waitsMs.push(Math.ceil((state.nextTryAt.getTime() - before) / 1000))
    clockOffsetMs += state.nextTryAt.getTime() - before + 1000
    const states = await Promise.all([one, other, one, other].map((two) => two.askState()))
    expect(states.filter((two) => two.state === 'mayTry')).toHaveLength(1)
  }
  expect(waitsMs).toEqual([5, 15, 30, 60, 120, 300, 300, 300])
})

test('that is no longer in the settings is forgotten', async () => {
  const one = mailer()
  await fails(one)
  await fails(one)
  await forgetOtherMailServers(app.database, one.host)
  expect((await one.askState()).state).toBe('fails')
  await forgetOtherMailServers(app.database, 'mail.example.com')
  expect((await one.askState()).state).toBe('works')
})

test('that takes no mails leaves no line for each code that cannot be sent', async () => {
  await shop.update(
    `users set email = 'dealer@example.com', email_verification = true where username = 'dealer'`,
  )
  let logged = ''
  const serverLog = openLog('warn', { write: (text) => void (logged += text) })
  const server = await secondServer(app, { mailer: mailer(), log: serverLog })
  const body = JSON.stringify({ username: 'dealer', password })
  for (let time = 0; time < 4; time += 1)
    expect((await send(server, shop, '/api/Account/authenticate', { headers: asJson, body })).status).toBe(
      503,
    )
  expect(logged).not.toContain('was not sent')
})
