import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendThroughErpAgent } from '#server/erp/erpAgent/mailbox.ts'
import { erpAgentPackageRoute } from '#server/erp/erpAgent/package.ts'
import { openHttpInterface } from '#server/erp/http/httpErp.ts'
import { signatureHeaders } from '#server/erp/http/signature.ts'
import { refusal, secretKey } from '#test/app.ts'
import { testFolder } from '#test/folder.ts'
import { newShop, shopPerTest, useApp } from '#test/useShop.ts'
// @ts-expect-error -- the agent is plain JavaScript without types
import { signatureHeaders as erpAgentHeaders } from '../../agent/signature.mjs'
import { documentOf } from './documents.ts'
import { startHttpErp } from './httpErp.ts'
import { startDispatcher } from './storm/processes.ts'
import { useHttpErp, useTransfers } from './useTransfers.ts'

const program = fileURLToPath(new URL('../../agent/main.mjs', import.meta.url))
const token = 'an-agent-token-of-32-characters-or-more'
const app = useApp()
const shop = shopPerTest(app)
const transfers = useTransfers(app, shop, { timeoutMs: 1500 })
const http = useHttpErp(transfers)
let agents: Agent[] = []

beforeEach(() => transfers.link({ kind: 'agent', settings: {}, secret: token }))
afterEach(async () => {
  await Promise.all(agents.map((one) => one.kill()))
  agents = []
})

type Agent = { output: () => string; process: ChildProcess; kill: () => Promise<void> }

function startErpAgent(overrides: Record<string, string> = {}): Agent {
  const child = spawn(process.execPath, [program], {
    env: {
      TOPTAN_URL: `http://${shop.key}.localhost:${app.port}`,
      TOPTAN_TOKEN: token,
      ERP_URL: http.erp.url,
      ERP_KEY: http.erp.secret,
      ...overrides,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (data: Buffer) => void (text += data.toString()))
  child.stderr.on('data', (data: Buffer) => void (text += data.toString()))
  const agent = {
    output: () => text,
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

const linkState = transfers.state
const pollOptions = { timeout: 15_000, interval: 50 }
const whenQueueEmpty = () => expect.poll(async () => (await linkState()).waiting, pollOptions).toBe(0)
const whenErpAgentSeen = () =>
  expect.poll(async () => (await linkState()).agentSeenAt !== undefined, pollOptions).toBe(true)
const erpAgentRequests = () => shop.query('select id from erp_agent_requests where tenant_id = $1')

test('the agent signs like the server', () => {
  const now = new Date()
  for (const asked of [
    { method: 'GET', path: '/erp/stock?cursor=', body: '', now },
    { method: 'PUT', path: '/orders/1', body: '{"ö":"ş"}', now },
  ]) {
    expect(erpAgentHeaders('both know it', asked)).toEqual(signatureHeaders('both know it', asked))
  }
})

test('a failed packing of the agent is retried by the next request', async () => {
  const folder = join(await testFolder(), 'agent')
  const server = fastify()
  erpAgentPackageRoute(server, folder)
  const ask = async () => (await server.inject('/api/erp-agent.tgz')).statusCode
  expect(await ask()).toBe(500)
  await mkdir(folder)
  await writeFile(join(folder, 'main.mjs'), '')
  expect(await ask()).toBe(200)
  await rm(dirname(folder), { recursive: true })
  expect(await ask()).toBe(200)
  await server.close()
})

test('the downloaded agent package runs', { timeout: 60_000 }, async () => {
  const folder = await testFolder()
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
})

test('orders reach an ERP behind the agent, once each', async () => {
  const agent = startErpAgent()
  await whenErpAgentSeen()
  transfers.dispatcher().start()
  const orders = [await shop.place(), await shop.place(), await shop.place()]
  const keys = orders.map(({ guidKey }) => guidKey)
  await whenQueueEmpty()
  expect([...http.erp.orders.keys()]).toEqual(keys)
  expect([...http.erp.orders.values()].map(({ times }) => times)).toEqual([1, 1, 1])
  expect(await linkState()).toMatchObject({ condition: 'up', sent: 3 })
  expect(await erpAgentRequests()).toEqual([])
  const { body } = await shop.admin.post('/api/Erp/TestLink', { kind: 'agent', settings: {} })
  expect(body.data).toEqual({ isUp: true, said: 'Test ERP' })
  // One line per request, without secrets or contents.
  expect(agent.output()).toMatch(new RegExp(`PUT /orders/${keys[0]} 200 \\d+ ms`))
  expect(agent.output()).not.toContain(token)
  expect(agent.output()).not.toContain(http.erp.secret)
  expect(agent.output()).not.toContain('120.01')
  const ended = once(agent.process, 'exit')
  agent.process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(agent.output()).toContain('Stopped')
})

test('without an agent an order waits, and is sent at once when the agent connects', async () => {
  transfers.dispatcher().start()
  await shop.place()
  await expect.poll(async () => (await linkState()).condition, pollOptions).toBe('down')
  expect((await linkState()).error).toBe('The ERP agent has not asked for work yet.')
  expect(http.erp.asked).toEqual([])
  startErpAgent()
  await whenQueueEmpty()
  expect(http.erp.orders.size).toBe(1)
})

test('an order of an agent killed while sending and restarted arrives once', async () => {
  const agent = startErpAgent()
  await whenErpAgentSeen()
  http.erp.behave(({ method }) => {
    if (method !== 'PUT') return undefined
    // Killed before it can report that the ERP has the order.
    agent.process.kill('SIGKILL')
    return { after: 'silence' }
  })
  transfers.dispatcher().start()
  const { guidKey: key } = await shop.place()
  await expect.poll(async () => (await linkState()).condition, pollOptions).toBe('unknown')
  expect(await linkState()).toMatchObject({ uncertain: 1 })
  http.erp.behave(undefined)
  startErpAgent()
  await shop.admin.post('/api/Erp/TryNow')
  await whenQueueEmpty()
  expect(http.erp.orders.get(key)?.times).toBe(1)
  expect(http.erp.orders.size).toBe(1)
})

test('ERP errors through the agent have the same classes as without it', { timeout: 60_000 }, async () => {
  startErpAgent()
  await whenErpAgentSeen()
  const connector = openHttpInterface(sendThroughErpAgent(app.database, shop.tenantId))
  const push = () => connector.push(documentOf(2), AbortSignal.timeout(1500))
  for (const [behaviour, errorClass] of [
    [{ status: 409, body: { error: 'No such product' } }, 'rejected'],
    [{ status: 401 }, 'auth'],
    [{ status: 503 }, 'down'],
    [{ status: 500 }, 'unknown'],
    [{ after: 'reset' }, 'unknown'],
    [{ after: 'silence' }, 'unknown'],
  ] as const) {
    http.erp.behave(() => behaviour)
    await expect(push()).rejects.toMatchObject({ errorClass })
  }
  // Too long, or too long once escaped.
  for (const error of ['x'.repeat(6_000_001), '"'.repeat(2_500_000)]) {
    http.erp.behave(() => ({ status: 500, body: { error } }))
    await expect(connector.push(documentOf(1), AbortSignal.timeout(10_000))).rejects.toThrow('is longer than')
  }
  http.erp.behave(() => ({ status: 500, body: { error: 'ş'.repeat(2_000_000) } }))
  await expect(connector.push(documentOf(1), AbortSignal.timeout(10_000))).rejects.toThrow('HTTP 500')
  await http.erp.close()
  await expect(push()).rejects.toMatchObject({ errorClass: 'down' })
  await expect(push()).rejects.toThrow('cannot reach the ERP')
  http.erp = await startHttpErp(Number(new URL(http.erp.url).port))
  expect(await connector.find('nothing', AbortSignal.timeout(1500))).toBeUndefined()
  http.erp.pages.stock = [[{ productCode: 'A1', available: 3 }]]
  const page = await connector.stock?.('', AbortSignal.timeout(1500))
  expect(page).toEqual({ rows: [{ productCode: 'A1', available: 3 }], cursor: '1', isLast: true })
})

test('a request that no agent fetches is withdrawn and not sent later', async () => {
  const agent = startErpAgent()
  await whenErpAgentSeen()
  await agent.kill()
  const connector = openHttpInterface(sendThroughErpAgent(app.database, shop.tenantId))
  const refused = connector.push(documentOf(1), AbortSignal.timeout(700))
  await expect(refused).rejects.toMatchObject({ errorClass: 'down' })
  expect(await erpAgentRequests()).toEqual([])
  startErpAgent()
  await connector.health(AbortSignal.timeout(5000))
  expect(http.erp.asked).toEqual(['GET /health'])
})

test('an agent that disconnected during sign-in gets no request', async () => {
  const body = JSON.stringify({ wait: 20 })
  const rawRequest = [
    'POST /api/ErpAgent/Next HTTP/1.1',
    `host: ${shop.key}.localhost:${app.port}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
  for (let tries = 0; tries < 20; tries += 1) {
    const socket = connect(app.port, '127.0.0.1')
    await once(socket, 'connect')
    await new Promise<void>((done) => socket.write(rawRequest, () => done()))
    socket.resetAndDestroy()
  }
  await whenErpAgentSeen()
  const connector = openHttpInterface(sendThroughErpAgent(app.database, shop.tenantId))
  const refused = connector.push(documentOf(1), AbortSignal.timeout(1500))
  await expect(refused).rejects.toMatchObject({ errorClass: 'down' })
})

test('the agent requests only the documented paths', async () => {
  startErpAgent()
  await whenErpAgentSeen()
  const ask = sendThroughErpAgent(app.database, shop.tenantId)
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
  expect(http.erp.asked).toEqual([])
  const connector = openHttpInterface(ask)
  await connector.stock?.('1..5', AbortSignal.timeout(5000))
  expect(http.erp.asked).toEqual(['GET /stock?cursor=1..5'])
})

test('with too many waiting agents, the longest waiting ones are released', async () => {
  const erpAgentClient = shop.visitor.as({ token })
  const waiting = []
  for (let number = 1; number <= 10; number += 1) {
    waiting.push(erpAgentClient.post('/api/ErpAgent/Next', { wait: 3 }))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const answers = await Promise.all(waiting)
  expect(answers.map(({ status }) => status)).toEqual([429, 429, ...Array.from({ length: 8 }, () => 200)])
  expect(answers[0]?.body.code).toBe('session.tooManyTries')
  expect((await erpAgentClient.post('/api/ErpAgent/Next', { wait: 0 })).status).toBe(200)
})

test('only the tenant’s own token is accepted, and repeated failures are throttled', async () => {
  const next = (client: typeof shop.admin, given: string) =>
    client.as({ token: given }).post('/api/ErpAgent/Next', { wait: 0 })
  const rival = await newShop(app)
  const other = { kind: 'agent', settings: {}, secret: `${token}-of-the-rival`, isAutomatic: true }
  await rival.admin.post('/api/Erp/SaveLink', other)
  const erpAgentClient = shop.visitor
  expect((await next(erpAgentClient, token)).body).toEqual({ success: true, data: {} })
  for (const wrong of [`${token}-of-the-rival`, token.slice(1), `${token}x`]) {
    expect(await next(erpAgentClient, wrong)).toMatchObject(refusal(401, 'erp.wrongToken'))
  }
  expect((await erpAgentClient.post('/api/ErpAgent/Next', { wait: 0 })).status).toBe(401)
  expect((await next(rival.visitor, token)).status).toBe(401)
  expect((await shop.admin.post('/api/ErpAgent/Next', { wait: 0 })).status).toBe(401)
  const answer = { id: '0195d3f2-0000-7000-8000-000000000001', status: 200, body: '' }
  expect((await erpAgentClient.as({ token: 'x' }).post('/api/ErpAgent/Answer', answer)).status).toBe(401)
  for (let tries = 0; tries < 60; tries += 1) await next(erpAgentClient, 'wrong')
  expect((await next(erpAgentClient, 'wrong')).status).toBe(429)
  // On the same address as the wrong tokens.
  expect((await next(erpAgentClient, token)).status).toBe(200)
  expect((await shop.admin.get('/api/Erp/GetLink')).status).toBe(200)
  await transfers.link({ kind: 'http', settings: { url: 'https://erp.example.com' }, secret: token })
  expect((await next(erpAgentClient, token)).status).not.toBe(200)
})

test('characters that the database cannot store are dropped from an answer', async () => {
  const agent = shop.visitor.as({ token })
  await agent.post('/api/ErpAgent/Next', { wait: 0 })
  const asked = openHttpInterface(sendThroughErpAgent(app.database, shop.tenantId)).health(
    AbortSignal.timeout(10_000),
  )
  const { body } = await agent.post('/api/ErpAgent/Next', { wait: 5 })
  const answer = { id: body.data.request.id, status: 200, body: '{"name":"E\0R\ud800P"}' }
  expect((await agent.post('/api/ErpAgent/Answer', answer)).status).toBe(200)
  expect(await asked).toBe('ER\ufffdP')
})

test('without a valid token, no body is read', async () => {
  const erpAgentClient = shop.visitor
  for (const id of ['none', '0195d3f2-0000-7000-8000-000000000001']) {
    expect(
      await erpAgentClient.post('/api/ErpAgent/Answer', {
        id,
        body: 'x'.repeat(7_000_000),
      }),
    ).toMatchObject(refusal(401, 'erp.wrongToken'))
    expect((await erpAgentClient.as({ token }).post('/api/ErpAgent/Answer', { id, body: '' })).status).toBe(
      id === 'none' ? 400 : 200,
    )
  }
})

test('a token that is too short is refused', async () => {
  const link = { kind: 'agent', settings: {}, secret: 'short', isAutomatic: true, version: 1 }
  const { status, body } = await shop.admin.post('/api/Erp/SaveLink', link)
  expect([status, Object.keys(body.fields)]).toEqual([400, ['secret']])
})

test('the sending server need not be the one the agent is connected to', { timeout: 60_000 }, async () => {
  startErpAgent()
  await whenErpAgentSeen()
  const other = await startDispatcher({
    connections: app.connections,
    secretKey,
    lookEveryMs: 50,
    holdMs: 2000,
    timeoutMs: 5000,
  })
  const orders = [await shop.place(), await shop.place()]
  const keys = orders.map(({ guidKey }) => guidKey)
  await whenQueueEmpty()
  expect([...http.erp.orders.keys()]).toEqual(keys)
  expect([...http.erp.orders.values()].map(({ times }) => times)).toEqual([1, 1])
  await other.kill()
  expect(other.errorOutput).toEqual([])
})
