import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { createApp } from '#server/app.ts'
import { client } from '#test/app.ts'
import { catalogueRows } from '#test/factories.ts'
import { exchange } from '#test/http.ts'
import { form, multipart, part } from '#test/send.ts'
import { startSlowLine } from '#test/slowLine.ts'
import { secondServer, shopPerFile, useApp } from '#test/useShop.ts'
import type { ConnectionLimits } from './connections.ts'

const app = useApp()
const shop = shopPerFile(app)
const host = 'shop.localhost'
const half = `GET /health HTTP/1.1\r\nHost: ${host}\r\nX-A`
/** Longer than any test. */
const neverMs = 100_000

type Server = Awaited<ReturnType<typeof createApp>>

const start = (limits: Partial<ConnectionLimits>, prepare?: (server: Server) => void) =>
  secondServer(app, { connectionLimits: { checkEveryMs: 50, ...limits } }, prepare)

/** Open once it resolves. `text` gets what the server sends, if it is read. */
async function open(port: number, sends = ''): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (bytes) => {
    text += String(bytes)
  })
  socket.write(sends)
  return { socket, said: () => text }
}

/** Fewer at a time than the system holds for a server that has not accepted them yet. */
async function openMany(
  count: number,
  port: number,
  sends?: string,
): Promise<Awaited<ReturnType<typeof open>>[]> {
  const opened = []
  while (opened.length < count)
    opened.push(...(await Promise.all(Array.from({ length: 100 }, () => open(port, sends)))))
  return opened
}

const closed = async (socket: Socket) => {
  if (!socket.closed) await once(socket, 'close')
}

describe('connections on which no request comes', () => {
  test('are closed, by the thousand, while others are served', { timeout: 60_000 }, async () => {
    const headersTimeoutMs = 1000
    const { port } = await start({ headersTimeoutMs })
    const silent = await openMany(1000, port)
    const halfSent = await openMany(1000, port, half)
    const begunAt = performance.now()
    const over = new AbortController()
    const serving = (async () => {
      const statuses = new Set<number>()
      while (!over.signal.aborted) statuses.add((await client(port, { host }).get('/health')).status)
      return [...statuses]
    })()
    await Promise.all([...silent, ...halfSent].map(({ socket }) => closed(socket)))
    const tookMs = performance.now() - begunAt
    over.abort()
    expect(await serving).toEqual([200])
    expect(tookMs).toBeLessThan(10 * headersTimeoutMs)
    // Browsers connect ahead, and would take it for the answer to what they ask next.
    expect(new Set(silent.map(({ said }) => said()))).toEqual(new Set(['']))
    expect(new Set(halfSent.map(({ said }) => said().split('\r\n')[0]))).toEqual(
      new Set(['HTTP/1.1 408 Request Timeout']),
    )
  })

  test('are closed in a server as it is started, too', async () => {
    const [silent, halfSent] = [await open(app.port), await open(app.port, half)]
    await Promise.all([closed(silent.socket), closed(halfSent.socket)])
    expect([silent.socket.destroyed, halfSent.socket.destroyed]).toEqual([true, true])
  })

  test('make room, the longest idle first', async () => {
    const { port } = await start({ headersTimeoutMs: neverMs, maxIdle: 20 })
    const connections = []
    for (let count = 0; count < 30; count += 1) connections.push((await open(port)).socket)
    await Promise.all(connections.slice(0, 10).map(closed))
    expect((await client(port, { host }).get('/health')).status).toBe(200)
    expect(connections.slice(-18).map((socket) => socket.closed)).not.toContain(true)
  })

  test('do not count while a request is running on them', async () => {
    const answers: (() => void)[] = []
    const { port } = await start({ headersTimeoutMs: neverMs, maxIdle: 5 }, (server) => {
      server.get('/late', async (_request, reply) => {
        await new Promise<void>((resolve) => answers.push(resolve))
        return reply.send('done')
      })
    })
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const running = await open(port, get('/late'))
    await expect.poll(() => answers.length).toBe(1)
    // Its second request runs while the first one's answer has been taken.
    const pipelined = await open(port, get('/health') + get('/late'))
    await expect.poll(() => answers.length).toBe(2)
    for (let count = 0; count < 20; count += 1) await open(port)
    for (const answer of answers) answer()
    await expect.poll(() => running.said()).toContain('done')
    await expect.poll(() => pipelined.said()).toContain('done')
  })
})

describe('a body', () => {
  const stall = { stallTimeoutMs: 500, minBodyBytes: 200 }

  async function trickle(port: number, head: string, piece: string): Promise<string> {
    const { socket, said } = await open(port, head)
    // A piece that comes after the end is answered with a reset.
    socket.on('error', () => {})
    const ended = new Promise((resolve) => socket.once('close', resolve))
    const sending = setInterval(() => socket.write(piece), 50)
    await ended
    clearInterval(sending)
    return said()
  }
  const headOf = (path: string, ...lines: string[]) =>
    [`POST ${path} HTTP/1.1`, `Host: ${host}`, ...lines, '', ''].join('\r\n')

  test('that comes by the byte is not waited for', async () => {
    const { port } = await start(stall)
    const json = 'Content-Type: application/json'
    const signIn = '/api/Account/authenticate'
    await Promise.all([
      trickle(port, headOf(signIn, json, 'Content-Length: 5000'), ' '),
      trickle(port, headOf(signIn, json, 'Transfer-Encoding: chunked'), '1\r\n \r\n'),
    ])
    // Nor the rest of one that was refused.
    const upload = headOf(
      '/api/Shop/PostImportFile',
      'Content-Length: 50000',
      `Content-Type: ${multipart['content-type']}`,
    )
    expect(await trickle(port, upload, 'x')).toMatch(/^HTTP\/1\.1 401 /)
  })

  const upload = async (port: number, blankLines: number) => {
    const { token } = (await shop.signIn('admin')).body
    const rows = catalogueRows()
    const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    const content = lines.map((cells) => cells.join(';')).join('\n') + '\n'.repeat(blankLines)
    const answer = await exchange({
      port,
      path: '/api/Shop/PostImportFile',
      method: 'POST',
      headers: { ...multipart, host, authorization: `Bearer ${token}` },
      body: form(part('file', content, 'liste.csv')),
    })
    return [answer.status, answer.body.toString()]
  }
  const isAccepted = [200, expect.stringContaining('"id"')]

  test('arrives over a slow line', async () => {
    const { port } = await start(stall)
    const line = await startSlowLine(port, { up: 30_000, down: 30_000, delay: 100 })
    onTestFinished(line.stop)
    expect(await upload(line.port, 60_000)).toEqual(isAccepted)
  })

  test('is not missed while the server itself does not read it', async () => {
    const { port } = await start(stall, (server) => {
      server.addHook('onRequest', async () => {
        await sleep(4 * stall.stallTimeoutMs)
      })
    })
    expect(await upload(port, 500_000)).toEqual(isAccepted)
  })
})

describe('an answer', () => {
  const large = Buffer.alloc(50_000_000)
  const startLarge = async () => {
    const servers: Server[] = []
    const { port } = await start({ stallTimeoutMs: 500 }, (server) => {
      server.get('/large', (_request, reply) => reply.send(large))
      servers.push(server)
    })
    const sockets = () =>
      new Promise((resolve) => servers[0]?.server.getConnections((_error, count) => resolve(count)))
    return { port, sockets }
  }

  test('that nobody takes is given up', async () => {
    const { port, sockets } = await startLarge()
    const { socket } = await open(port, `GET /large HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    socket.pause()
    await expect.poll(sockets).toBe(1)
    await expect.poll(sockets).toBe(0)
  })

  test('that is taken slowly arrives', async () => {
    const { port } = await startLarge()
    const sent = request({ port, host: '127.0.0.1', path: '/large' }).end()
    const [answer] = await once(sent, 'response')
    let received = 0
    for await (const bytes of answer) {
      const before = Math.floor(received / 10_000_000)
      received += bytes.length
      if (Math.floor(received / 10_000_000) > before) await sleep(300)
    }
    expect(received).toBe(large.length)
  })
})
