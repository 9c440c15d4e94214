import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { complaintsIn } from '#test/complaints.ts'
import { orderOf, placeOnce, sendOrder, signIn } from './dealer.ts'
import { isDatabaseRunning } from './processes.ts'
import { killEverything, type ServerProcess, startServer, stopServer } from './server.ts'
import { articleCount, createShopFolder, type ShopFolder } from './shop.ts'
import { connect, readStoredOrders } from './storedOrders.ts'

/** Longer than unfinished work gets, much shorter than finishing may take. */
const cutAfterMs = 1500

describe.runIf(process.platform === 'linux')('stopping', { timeout: 60_000 }, () => {
  let shop: ShopFolder
  let server: ServerProcess
  let token: string

  beforeAll(async () => {
    shop = await createShopFolder(Array<number>(articleCount).fill(1000))
  })
  afterEach(() => killEverything(server, shop.cluster))
  afterAll(() => shop?.erase())

  async function start(settings?: NodeJS.ProcessEnv): Promise<void> {
    server = await startServer(shop.dataDir, settings)
    token = await signIn(server.port)
  }
  const newOrder = () => orderOf(shop.articles, [{ article: 0, qty: 1 }])
  const urlOf = (path: string) => `http://127.0.0.1:${server.port}${path}`
  const get = (path: string, bearerToken = token) =>
    fetch(urlOf(path), { headers: { authorization: `Bearer ${bearerToken}` } })

  /** Blocks statements on a table until `release`. */
  async function lockTable(table: 'orders' | 'order_lines' = 'orders') {
    const client = await connect(shop)
    client.on('error', () => undefined)
    onTestFinished(() => client.end().catch(() => undefined))
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    const waiting = "select from pg_stat_activity where usename = 'toptan_app' and wait_event_type = 'Lock'"
    return {
      areWaiting: (count: number) =>
        expect
          .poll(
            async () => {
              // Within a transaction the first snapshot of pg_stat_activity stays.
              await client.query('select pg_stat_clear_snapshot()')
              return (await client.query(waiting)).rowCount
            },
            { interval: 5 },
          )
          .toBe(count),
      release: () => client.query('commit'),
    }
  }

  /** /health over a new connection. */
  const health = () =>
    new Promise<string>((resolve) => {
      let received = ''
      const socket = net.connect(server.port, '127.0.0.1', () =>
        socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n'),
      )
      socket.on('data', (part) => {
        received += String(part)
        socket.end()
      })
      socket.on('error', () => resolve('refused'))
      socket.on('close', () => resolve(received))
    })
  const stopsAccepting = () => expect.poll(health, { interval: 5 }).toBe('refused')
  /** Without the statements that waited for a lock. */
  const complaints = () => complaintsIn(server.stderr).filter((line) => !line.includes('"slow statement"'))

  test('is reported by /health first, then new connections are refused and running calls finish', async () => {
    await start()
    const office = await signIn(server.port, 'admin')
    const order = newOrder()
    const { orderId } = await placeOnce(server.port, token, order)
    const held = await lockTable()
    const answers = Promise.all([
      sendOrder(server.port, token, newOrder()),
      get(`/api/Shop/GetOrderPdf?guidKey=${order.guidKey}`),
      get(`/api/Shop/DeleteOrder?id=${orderId}`, office),
    ])
    await held.areWaiting(3)
    server.child.kill('SIGTERM')
    const stopping = /^HTTP\/1\.1 503 [^]*"reason":"stopping"/
    await expect.poll(health, { interval: 5 }).toMatch(stopping)
    // Long enough for a load balancer to notice.
    await sleep(300)
    expect(await health()).toMatch(stopping)
    await stopsAccepting()
    await sleep(cutAfterMs)
    await held.release()
    for (const answer of await answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('connection')).toBe('close')
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0)
    }
    expect({ code: await server.ended, complaints: complaints() }).toEqual({ code: 0, complaints: [] })
    expect(isDatabaseRunning(shop.cluster)).toBe(false)
  })

  test('cuts what takes longer than STOP_TIMEOUT_S', async () => {
    await start({ STOP_TIMEOUT_S: '0.1' })
    const held = await lockTable()
    const order = newOrder()
    const outcome = sendOrder(server.port, token, order).then(
      ({ status }) => status,
      () => 'cut',
    )
    await held.areWaiting(1)
    expect(await stopServer(server, 'SIGTERM')).toBe(0)
    // The database ends connections in any order. If the locking one ends first, the order goes through.
    const result = await outcome
    expect([503, 'cut', 200]).toContain(result)
    await start()
    const { orders } = await readStoredOrders(shop)
    expect(orders.filter(({ guidKey }) => guidKey === order.guidKey)).toHaveLength(result === 200 ? 1 : 0)
  })

  test('finishes a started order file', async () => {
    await start()
    const { orderId } = await placeOnce(server.port, token, newOrder())
    const held = await lockTable('order_lines')
    const started = await fetch(urlOf('/api/Shop/StartOrderFile'), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'pdf', ids: [orderId] }),
    })
    expect(started.status).toBe(200)
    await held.areWaiting(1)
    server.child.kill('SIGTERM')
    await stopsAccepting()
    await sleep(cutAfterMs)
    await held.release()
    expect({ code: await server.ended, complaints: complaints() }).toEqual({ code: 0, complaints: [] })
    await start()
    const files = await (await get('/api/Shop/GetOrderFiles')).json()
    expect(files).toMatchObject({ data: [{ state: 'ready' }] })
  })

  test('ignores a second signal at once; a later one ends the server immediately', async () => {
    await start()
    const held = await lockTable()
    const answer = sendOrder(server.port, token, newOrder())
    const outcome = answer.then(
      () => 'answered',
      () => 'cut',
    )
    await held.areWaiting(1)
    server.child.kill('SIGTERM')
    server.child.kill('SIGTERM')
    await stopsAccepting()
    expect(server.child.exitCode).toBeNull()
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(130)
    expect(await outcome).toBe('cut')
    await expect.poll(() => isDatabaseRunning(shop.cluster)).toBe(false)
  })

  test('does not wait for unused connections', async () => {
    await start({ STOP_TIMEOUT_S: '600' })
    const socket = net.connect(server.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await new Promise((resolve) => socket.once('connect', resolve))
    expect((await get('/health')).status).toBe(200)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    expect(await stopServer(server, 'SIGTERM')).toBe(0)
    await closed
  })

  test.each(['soon', '-1', '90000'])('refuses STOP_TIMEOUT_S=%s', async (given) => {
    await expect(start({ STOP_TIMEOUT_S: given })).rejects.toThrow(
      `STOP_TIMEOUT_S must be a number of seconds from 0 to 86400; it is "${given}".`,
    )
  })
})

test('running calls get 30 seconds by default', () => {
  expect(readConfig({}).stopTimeoutMs).toBe(30_000)
  expect(readConfig({ STOP_TIMEOUT_S: '5' }).stopTimeoutMs).toBe(5000)
})
