import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { agentPackageRoute } from '#server/erp/agent/agentPackage.ts'
import { sendThroughAgent } from '#server/erp/agent/mailbox.ts'
import { openHttpInterface } from '#server/erp/http/httpErp.ts'
import { signatureHeaders } from '#server/erp/http/signature.ts'
import { erpTransferJob } from '#server/erp/transferJob.ts'
import type { Jobs } from '#server/jobs/runner.ts'
import { secretKey, type TestApp, testApp } from '#test/app.ts'
import { orderBody, type Wholesaler, wholesaler } from '#test/factories.ts'
import { testJobs } from '#test/jobs.ts'
// @ts-expect-error -- the agent is plain JavaScript, with nothing of ours beside it
import { signatureHeaders as agentHeaders } from '../../agent/signature.mjs'
import { documentOf } from './documents.ts'
import { type HttpErp, startHttpErp } from './httpErp.ts'
import { startDispatcher as startProcess } from './storm/processes.ts'

const program = fileURLToPath(new URL('../../agent/main.mjs', import.meta.url))
const token = 'an-agent-token-of-32-characters-or-more'
let app: TestApp
let shop: Wholesaler
let erp: HttpErp
let count = 0
let opened: Jobs[] = []
let agents: Agent[] = []

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  count += 1
  shop = await wholesaler(app, `agent-${count}`, { transferEnabled: true })
  erp = await startHttpErp()
  const link = { kind: 'agent', settings: {}, secret: token, isAutomatic: true }
  const { status } = await shop.admin.post('/api/Erp/SaveLink', link)
  if (status !== 200) throw new Error('The link was not saved')
})
afterEach(async () => {
  await Promise.all(opened.map((one) => one.stop()))
  opened = []
  await Promise.all(agents.map((one) => one.kill()))
  agents = []
  await erp.close()
})

type Agent = { said: () => string; process: ChildProcess; kill: () => Promise<void> }

/** The agent as it is installed: a program of its own, with nothing but its settings. */
function startAgent(change: Record<string, string> = {}): Agent {
  const child = spawn(process.execPath, [program], {
    env: {
      TOPTAN_URL: `http://agent-${count}.localhost:${app.port}`,
      TOPTAN_TOKEN: token,
      ERP_URL: erp.url,
      ERP_KEY: erp.secret,
      ...change,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (data: Buffer) => void (text += data.toString()))
  child.stderr.on('data', (data: Buffer) => void (text += data.toString()))
  const agent = {
    said: () => text,
    process: child,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
  agents.push(agent)
  return agent
}

function startDispatcher(): void {
  const { database, secrets } = app
  const erpTransfer = erpTransferJob({ database, secrets }, { orphanCheckMs: 20, timeoutMs: 1500 })
  const one = testJobs(database, { erpTransfer })
  opened.push(one)
  one.start()
}

async function place(): Promise<string> {
  const { id } = await shop.variant('A1', 'S')
  const { status, body } = await shop.dealer.post('/api/Shop/PostShopCart', orderBody({ lines: [[id, 1]] }))
  expect(status).toBe(200)
  return body.guidKey
}

const state = async () => (await shop.admin.get('/api/Erp/GetLink')).body.data.state
const soon = { timeout: 15_000, interval: 50 }
const noneWaits = () => expect.poll(async () => (await state()).waiting, soon).toBe(0)
const isThere = () => expect.poll(async () => (await state()).agentSeenAt !== undefined, soon).toBe(true)
const rows = () =>
  app.database.inTenant(shop.tenantId, 'read', (tx) =>
    tx.query({ text: 'select id from erp_agent_requests where tenant_id = $1' }),
  )

test('the agent signs as we do', () => {
  const now = new Date()
  for (const asked of [
    { method: 'GET', path: '/erp/stock?cursor=', body: '', now },
    { method: 'PUT', path: '/orders/1', body: '{"ö":"ş"}', now },
  ]) {
    expect(agentHeaders('both know it', asked)).toEqual(signatureHeaders('both know it', asked))
  }
})

test('an agent that could not be packed once is packed for the next one who asks', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'toptan-agent-')), 'agent')
  const server = fastify()
  agentPackageRoute(server, folder)
  const ask = async () => (await server.inject('/api/erp-agent.tgz')).statusCode
  expect(await ask()).toBe(500)
  await mkdir(folder)
  await writeFile(join(folder, 'main.mjs'), '')
  expect(await ask()).toBe(200)
  // Packed once it stays.
  await rm(dirname(folder), { recursive: true })
  expect(await ask()).toBe(200)
  await server.close()
})

test('Toptan hands the agent out as a package that runs', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-agent-'))
  const answer = await fetch(`http://127.0.0.1:${app.port}/api/erp-agent.tgz`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip'])
  const file = join(folder, 'agent.tgz')
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  const unpacked = spawnSync('tar', ['-xzvf', file, '-C', folder], { encoding: 'utf8' })
  const names = await readdir(dirname(program))
  expect(new Set(unpacked.stdout.trim().split('\n'))).toEqual(new Set(names.map((name) => `package/${name}`)))
  for (const name of names) {
    expect(await readFile(join(folder, 'package', name))).toEqual(
      await readFile(join(dirname(program), name)),
    )
  }
  const run = spawnSync(process.execPath, [join(folder, 'package', 'main.mjs')], {
    encoding: 'utf8',
    env: {},
  })
  expect([run.status, run.stderr]).toEqual([
    1,
    'TOPTAN_URL is missing; in a settings file it is "toptanUrl".\n',
  ])
  await rm(folder, { recursive: true })
})

test('orders get to an ERP that only the agent reaches, once each', async () => {
  const agent = startAgent()
  await isThere()
  startDispatcher()
  const keys = [await place(), await place(), await place()]
  await noneWaits()
  expect([...erp.orders.keys()]).toEqual(keys)
  expect([...erp.orders.values()].map(({ times }) => times)).toEqual([1, 1, 1])
  expect(await state()).toMatchObject({ condition: 'up', sent: 3 })
  expect(await rows()).toEqual([])
  const { body } = await shop.admin.post('/api/Erp/TestLink', { kind: 'agent', settings: {} })
  expect(body.data).toEqual({ isUp: true, said: 'Test ERP' })
  // One line each, with nothing in it that is nobody's affair.
  expect(agent.said()).toMatch(new RegExp(`PUT /orders/${keys[0]} 200 \\d+ ms`))
  expect(agent.said()).not.toContain(token)
  expect(agent.said()).not.toContain(erp.secret)
  expect(agent.said()).not.toContain('120.01')
  const ended = once(agent.process, 'exit')
  agent.process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(agent.said()).toContain('Stopped')
})

test('without an agent an order waits, and goes at once when the agent comes', async () => {
  startDispatcher()
  await place()
  await expect.poll(async () => (await state()).condition, soon).toBe('down')
  expect((await state()).error).toBe('The ERP agent has not asked for work yet.')
  expect(erp.asked).toEqual([])
  startAgent()
  await noneWaits()
  expect(erp.orders.size).toBe(1)
})

test('an agent that is killed in the middle of an order and started again has taken it there once', async () => {
  const agent = startAgent()
  await isThere()
  erp.behave(({ method }) => {
    if (method !== 'PUT') return undefined
    // The ERP has it, and the agent does not live to say so.
    agent.process.kill('SIGKILL')
    return { after: 'silence' }
  })
  startDispatcher()
  const key = await place()
  await expect.poll(async () => (await state()).condition, soon).toBe('unknown')
  expect(await state()).toMatchObject({ uncertain: 1 })
  erp.behave(undefined)
  startAgent()
  await shop.admin.post('/api/Erp/TryNow')
  await noneWaits()
  expect(erp.orders.get(key)?.times).toBe(1)
  expect(erp.orders.size).toBe(1)
})

test('what the ERP answers means what it means without an agent', { timeout: 60_000 }, async () => {
  startAgent()
  await isThere()
  const connector = openHttpInterface(sendThroughAgent(app.database, shop.tenantId))
  const push = () => connector.push(documentOf(2), AbortSignal.timeout(1500))
  for (const [behaviour, errorClass] of [
    [{ status: 409, body: { error: 'No such product' } }, 'rejected'],
    [{ status: 401 }, 'auth'],
    [{ status: 503 }, 'down'],
    [{ status: 500 }, 'unknown'],
    [{ after: 'reset' }, 'unknown'],
    [{ after: 'silence' }, 'unknown'],
  ] as const) {
    erp.behave(() => behaviour)
    await expect(push()).rejects.toMatchObject({ errorClass })
  }
  // Longer than a page may be, or only as it is written down.
  for (const error of ['x'.repeat(6_000_001), '"'.repeat(2_500_000)]) {
    erp.behave(() => ({ status: 500, body: { error } }))
    await expect(connector.push(documentOf(1), AbortSignal.timeout(10_000))).rejects.toThrow('is longer than')
  }
  erp.behave(() => ({ status: 500, body: { error: 'ş'.repeat(2_000_000) } }))
  await expect(connector.push(documentOf(1), AbortSignal.timeout(10_000))).rejects.toThrow('HTTP 500')
  await erp.close()
  await expect(push()).rejects.toMatchObject({ errorClass: 'down' })
  await expect(push()).rejects.toThrow('cannot reach the ERP')
  erp = await startHttpErp(Number(new URL(erp.url).port))
  expect(await connector.find('nothing', AbortSignal.timeout(1500))).toBeUndefined()
  erp.pages.stock = [{ rows: [{ productCode: 'A1', available: 3 }], cursor: '1', isLast: true }]
  const page = await connector.stock?.('', AbortSignal.timeout(1500))
  expect(page).toEqual({ rows: [{ productCode: 'A1', available: 3 }], cursor: '1', isLast: true })
})

test('a request that no agent fetches is withdrawn, and made of nobody later', async () => {
  const agent = startAgent()
  await isThere()
  await agent.kill()
  const connector = openHttpInterface(sendThroughAgent(app.database, shop.tenantId))
  const refused = connector.push(documentOf(1), AbortSignal.timeout(700))
  await expect(refused).rejects.toMatchObject({ errorClass: 'down' })
  expect(await rows()).toEqual([])
  startAgent()
  await connector.health(AbortSignal.timeout(5000))
  expect(erp.asked).toEqual(['GET /health'])
})

test('nothing is handed to an agent that went away while it was let in', async () => {
  const body = JSON.stringify({ wait: 20 })
  const said = [
    'POST /api/ErpAgent/Next HTTP/1.1',
    `host: agent-${count}.localhost:${app.port}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
  for (let tries = 0; tries < 20; tries += 1) {
    const socket = connect(app.port, '127.0.0.1')
    await once(socket, 'connect')
    await new Promise<void>((done) => socket.write(said, () => done()))
    socket.resetAndDestroy()
  }
  await isThere()
  const connector = openHttpInterface(sendThroughAgent(app.database, shop.tenantId))
  const refused = connector.push(documentOf(1), AbortSignal.timeout(1500))
  await expect(refused).rejects.toMatchObject({ errorClass: 'down' })
})

test('an agent asks for nothing but the documented paths', async () => {
  startAgent()
  await isThere()
  const ask = sendThroughAgent(app.database, shop.tenantId)
  for (const path of [
    '/admin',
    '/orders/../admin',
    '/stock',
    '/orders/a/b',
    '/orders/a?b=c',
    '/orders/%2e%2e',
    '/orders/..%2fadmin',
    '/orders/%2e%2e%2fadmin',
  ]) {
    const asked = ask({ method: 'GET', path, signal: AbortSignal.timeout(2000) })
    await expect(asked).rejects.toThrow('only for the paths')
  }
  expect(erp.asked).toEqual([])
  // A cursor is the ERP's own, whatever stands in it.
  const connector = openHttpInterface(ask)
  await connector.stock?.('1..5', AbortSignal.timeout(5000))
  expect(erp.asked).toEqual(['GET /stock?cursor=1..5'])
})

test('of too many agents that wait the one that has waited longest is let go', async () => {
  const ours = app.at(`agent-${count}`).as({ token })
  const waiting = []
  for (let number = 1; number <= 10; number += 1) {
    waiting.push(ours.post('/api/ErpAgent/Next', { wait: 3 }))
    // One after the other, as they come.
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const answers = await Promise.all(waiting)
  expect(answers.map(({ status }) => status)).toEqual([429, 429, ...Array.from({ length: 8 }, () => 200)])
  expect(answers[0]?.body.code).toBe('session.tooManyTries')
  expect((await ours.post('/api/ErpAgent/Next', { wait: 0 })).status).toBe(200)
})

test('only the tenant’s own token is let in, and whoever goes on trying is made to wait', async () => {
  const next = (client: typeof shop.admin, given: string) =>
    client.as({ token: given }).post('/api/ErpAgent/Next', { wait: 0 })
  const rival = await wholesaler(app, `rival-${count}`, { transferEnabled: true })
  const other = { kind: 'agent', settings: {}, secret: `${token}-of-the-rival`, isAutomatic: true }
  await rival.admin.post('/api/Erp/SaveLink', other)
  const ours = app.at(`agent-${count}`)
  expect((await next(ours, token)).body).toEqual({ success: true, data: {} })
  for (const wrong of [`${token}-of-the-rival`, token.slice(1), `${token}x`]) {
    const { status, body } = await next(ours, wrong)
    expect([status, body.code]).toEqual([401, 'erp.wrongToken'])
  }
  expect((await ours.post('/api/ErpAgent/Next', { wait: 0 })).status).toBe(401)
  expect((await next(app.at(`rival-${count}`), token)).status).toBe(401)
  // Nor somebody who is signed in.
  expect((await shop.admin.post('/api/ErpAgent/Next', { wait: 0 })).status).toBe(401)
  const answer = { id: '0195d3f2-0000-7000-8000-000000000001', status: 200, body: '' }
  expect((await ours.as({ token: 'x' }).post('/api/ErpAgent/Answer', answer)).status).toBe(401)
  for (let tries = 0; tries < 60; tries += 1) await next(ours, 'wrong')
  expect((await next(ours, 'wrong')).status).toBe(429)
  // Its own agent behind the same address is let in, and so are people.
  expect((await next(ours, token)).status).toBe(200)
  expect((await shop.admin.get('/api/Erp/GetLink')).status).toBe(200)
  const http = {
    kind: 'http',
    settings: { url: 'https://erp.example.com' },
    secret: token,
    isAutomatic: true,
  }
  await shop.admin.post('/api/Erp/SaveLink', { ...http, version: 1 })
  expect((await next(ours, token)).status).not.toBe(200)
})

test('an answer with what no database stores is taken without it', async () => {
  const agent = app.at(`agent-${count}`).as({ token })
  await agent.post('/api/ErpAgent/Next', { wait: 0 })
  const asked = openHttpInterface(sendThroughAgent(app.database, shop.tenantId)).health(
    AbortSignal.timeout(10_000),
  )
  const { body } = await agent.post('/api/ErpAgent/Next', { wait: 5 })
  const answer = { id: body.data.request.id, status: 200, body: '{"name":"E\0R\ud800P"}' }
  expect((await agent.post('/api/ErpAgent/Answer', answer)).status).toBe(200)
  expect(await asked).toBe('ER\ufffdP')
})

test('of whoever has no token no body is read', async () => {
  const ours = app.at(`agent-${count}`)
  for (const id of ['none', '0195d3f2-0000-7000-8000-000000000001']) {
    const { status, body } = await ours.post('/api/ErpAgent/Answer', { id, body: 'x'.repeat(7_000_000) })
    expect([status, body.code]).toEqual([401, 'erp.wrongToken'])
    expect((await ours.as({ token }).post('/api/ErpAgent/Answer', { id, body: '' })).status).toBe(
      id === 'none' ? 400 : 200,
    )
  }
})

test('a token that is too short is refused', async () => {
  const link = { kind: 'agent', settings: {}, secret: 'short', isAutomatic: true, version: 1 }
  const { status, body } = await shop.admin.post('/api/Erp/SaveLink', link)
  expect([status, Object.keys(body.fields)]).toEqual([400, ['secret']])
})

test('the server that sends need not be the one that the agent asks', { timeout: 60_000 }, async () => {
  startAgent()
  await isThere()
  const other = await startProcess({
    connections: app.connections,
    secretKey,
    lookEveryMs: 50,
    holdMs: 2000,
    timeoutMs: 5000,
  })
  const keys = [await place(), await place()]
  await noneWaits()
  expect([...erp.orders.keys()]).toEqual(keys)
  expect([...erp.orders.values()].map(({ times }) => times)).toEqual([1, 1])
  await other.kill()
  expect(other.said).toEqual([])
})
