import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { connect, readBooks } from './books.ts'
import { orderOf, placeOnce, sendOrder, signIn } from './dealer.ts'
import { isDatabaseRunning } from './processes.ts'
import { killEverything, type ServerProcess, startServer, stopServer } from './server.ts'
import { articleCount, type ShopFolder, shopFolder } from './shop.ts'

/** Longer than what is cut gets, and far shorter than what is finished may take; in milliseconds. */
const cutAfterMs = 1500

describe.runIf(process.platform === 'linux')('told to stop', { timeout: 60_000 }, () => {
  let shop: ShopFolder
  let server: ServerProcess
  let token: string

  beforeAll(async () => {
    shop = await shopFolder(Array<number>(articleCount).fill(1000))
  })
  afterEach(() => killEverything(server, shop.cluster))
  afterAll(() => shop?.erase())

  async function start(settings?: NodeJS.ProcessEnv): Promise<void> {
    server = await startServer(shop.dataDir, settings)
    token = await signIn(server.port)
  }
  const newOrder = () => orderOf(shop.articles, [{ article: 0, qty: 1 }])
  const address = (path: string) => `http://127.0.0.1:${server.port}${path}`
  const get = (path: string, bearer = token) =>
    fetch(address(path), { headers: { authorization: `Bearer ${bearer}` } })

  /** Nothing that has to do with orders, or with their lines, is answered until `release`. */
  async function holdOrders(table: 'orders' | 'order_lines' = 'orders') {
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
              // Within a transaction it would go on listing the connections of its first look.
              await client.query('select pg_stat_clear_snapshot()')
              return (await client.query(waiting)).rowCount
            },
            { interval: 5 },
          )
          .toBe(count),
      release: () => client.query('commit'),
    }
  }

  /** What a new connection hears of the server's health. */
  const health = () =>
    new Promise<string>((resolve) => {
      let heard = ''
      const socket = net.connect(server.port, '127.0.0.1', () =>
        socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n'),
      )
      socket.on('data', (part) => {
        heard += String(part)
        socket.end()
      })
      socket.on('error', () => resolve('refused'))
      socket.on('close', () => resolve(heard))
    })
  const stopsAccepting = () => expect.poll(health, { interval: 5 }).toBe('refused')

  test('/health says so first, then nobody is let in, and what runs is finished', async () => {
    await start()
    const office = await signIn(server.port, 'admin')
    const order = newOrder()
    const { orderId } = await placeOnce(server.port, token, order)
    const held = await holdOrders()
    const answers = Promise.all([
      sendOrder(server.port, token, newOrder()),
      get(`/api/Shop/GetOrderPdf?guidKey=${order.guidKey}`),
      get(`/api/Shop/DeleteOrder?id=${orderId}`, office),
    ])
    await held.areWaiting(3)
    server.child.kill('SIGTERM')
    const saysSo = /^HTTP\/1\.1 503 [^]*"reason":"stopping"/
    await expect.poll(health, { interval: 5 }).toMatch(saysSo)
    // So long that a balancer hears of it.
    await sleep(300)
    expect(await health()).toMatch(saysSo)
    await stopsAccepting()
    await sleep(cutAfterMs)
    await held.release()
    for (const answer of await answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('connection')).toBe('close')
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0)
    }
    expect({ code: await server.ended, stderr: server.stderr }).toEqual({ code: 0, stderr: '' })
    expect(isDatabaseRunning(shop.cluster)).toBe(false)
  })

  test('what takes longer than STOP_TIMEOUT_S is cut', async () => {
    await start({ STOP_TIMEOUT_S: '0.1' })
    const held = await holdOrders()
    const order = newOrder()
    const outcome = sendOrder(server.port, token, order).then(
      ({ status }) => status,
      () => 'cut',
    )
    await held.areWaiting(1)
    expect(await stopServer(server, 'SIGTERM')).toBe(0)
    // The database ends its connections in no order: this one may be told so, or the one that holds it up goes first.
    const became = await outcome
    expect([503, 'cut', 200]).toContain(became)
    await start()
    const { orders } = await readBooks(shop)
    expect(orders.filter(({ guidKey }) => guidKey === order.guidKey)).toHaveLength(became === 200 ? 1 : 0)
  })

  test('a file of orders that is being made is finished', async () => {
    await start()
    const { orderId } = await placeOnce(server.port, token, newOrder())
    const held = await holdOrders('order_lines')
    const asked = await fetch(address('/api/Shop/StartOrderFile'), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'pdf', ids: [orderId] }),
    })
    expect(asked.status).toBe(200)
    await held.areWaiting(1)
    server.child.kill('SIGTERM')
    await stopsAccepting()
    await sleep(cutAfterMs)
    await held.release()
    expect({ code: await server.ended, stderr: server.stderr }).toEqual({ code: 0, stderr: '' })
    await start()
    const files = await (await get('/api/Shop/GetOrderFiles')).json()
    expect(files).toMatchObject({ data: [{ state: 'ready' }] })
  })

  test('two signals at once are one order; told again later, it ends at once', async () => {
    await start()
    const held = await holdOrders()
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

  test('a connection that was opened and never used keeps nobody waiting', async () => {
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

  test.each(['soon', '-1', '90000'])('STOP_TIMEOUT_S=%s is refused', async (given) => {
    await expect(start({ STOP_TIMEOUT_S: given })).rejects.toThrow(
      `STOP_TIMEOUT_S must be a number of seconds from 0 to 86400; it is "${given}".`,
    )
  })
})

test('what runs has 30 s unless told', () => {
  expect(readConfig({}).stopTimeoutMs).toBe(30_000)
  expect(readConfig({ STOP_TIMEOUT_S: '5' }).stopTimeoutMs).toBe(5000)
})
