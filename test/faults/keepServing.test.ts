import { once } from 'node:events'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { complaintsIn } from '#test/complaints.ts'
import { orderOf, placeOnce, signIn } from './dealer.ts'
import {
  databaseProcesses,
  isAlive,
  isDatabaseRunning,
  killProcesses,
  servingProcesses,
} from './processes.ts'
import { killEverything, type ServerProcess, spawnServer, stopServer, whenReady } from './server.ts'
import { articleCount, createShopFolder, type ShopFolder } from './shop.ts'

/** Fills the memory of a process that gets SIGUSR2. */
const fillsMemory = `process.on('SIGUSR2', () => { for (const held = []; ; ) held.push(new Array(100_000).fill(held.length)) })`
const smallHeap = `--max-old-space-size=150 --import=data:text/javascript,${encodeURIComponent(fillsMemory)}`

describe.runIf(process.platform === 'linux')('npm start', { timeout: 120_000 }, () => {
  const started: ServerProcess[] = []
  let shop: ShopFolder

  beforeAll(async () => {
    shop = await createShopFolder(Array<number>(articleCount).fill(1000))
  })
  afterEach(async () => {
    for (const server of started.splice(0)) {
      const serving = servingProcesses(server.pid)
      if (isAlive(server.pid)) killEverything(server, shop.cluster)
      killProcesses(serving)
      await server.ended
    }
  })
  afterAll(() => shop?.erase())

  function spawnStart(env: NodeJS.ProcessEnv = {}, port = '0'): ServerProcess {
    const server = spawnServer(shop.dataDir, port, env, ['start.mjs'])
    started.push(server)
    return server
  }

  const placeOne = async (server: ServerProcess, token: string) => {
    const order = orderOf(shop.articles, [{ article: 0, qty: 1 }])
    return { order, placed: await placeOnce(server.port, token, order) }
  }

  /** Messages in the server's log. */
  function sentences({ stderr }: ServerProcess): string[] {
    return complaintsIn(stderr).flatMap((line) => (line.startsWith('{') ? [JSON.parse(line).msg] : []))
  }

  /** Ends the server, and waits until it is ready again. */
  async function endServer(server: ServerProcess, signal: NodeJS.Signals): Promise<void> {
    const [pid = 0] = servingProcesses(server.pid)
    const readyCount = () => server.stdout.split('is ready: ').length - 1
    const before = readyCount()
    process.kill(pid, signal)
    await expect.poll(readyCount, { timeout: 60_000 }).toBe(before + 1)
    expect(isAlive(pid)).toBe(false)
  }

  async function expectNothingLeft(server: ServerProcess): Promise<void> {
    expect(servingProcesses(server.pid)).toEqual([])
    await expect.poll(() => isDatabaseRunning(shop.cluster)).toBe(false)
    await expect.poll(() => databaseProcesses(shop.cluster).watchdogs).toEqual([])
  }

  test('starts a server again that ran out of memory, on its port, with its orders', async () => {
    const server = await whenReady(spawnStart({ NODE_OPTIONS: smallHeap }))
    const token = await signIn(server.port)
    const { order, placed } = await placeOne(server, token)
    await endServer(server, 'SIGUSR2')
    expect(server.stderr).toContain('JavaScript heap out of memory')
    expect(sentences(server)).toEqual([
      expect.stringMatching(/^The server has ended itself \(SIGABRT\), as when its memory is full/),
      'The server is running again.',
    ])
    expect(await placeOnce(server.port, token, order)).toEqual(placed)
    await placeOne(server, token)
    expect(await stopServer(server, 'SIGTERM')).toBe(0)
    await expectNothingLeft(server)
  })

  test('waits longer each time, and ends at once while it waits', async () => {
    const server = await whenReady(spawnStart())
    for (let kills = 0; kills < 4; kills += 1) await endServer(server, 'SIGKILL')
    await placeOne(server, await signIn(server.port))
    killProcesses(servingProcesses(server.pid))
    const waits = () =>
      sentences(server).flatMap((line) => /killed .* started again in ([\d.]+) s\.$/.exec(line)?.[1] ?? [])
    await expect.poll(waits).toEqual(['0.2', '0.4', '0.8', '1.6', '3.2'])
    expect(await stopServer(server, 'SIGTERM')).toBe(143)
    await expectNothingLeft(server)
  })

  test('starts the first of several processes again', async () => {
    const server = await whenReady(spawnStart({ PROCESSES: '2' }))
    const token = await signIn(server.port)
    const [first = 0] = servingProcesses(server.pid)
    const others = servingProcesses(first)
    expect(others).toHaveLength(2)
    await endServer(server, 'SIGKILL')
    await placeOne(server, token)
    expect(others.filter(isAlive)).toEqual([])
    expect(await stopServer(server, 'SIGINT')).toBe(0)
    await expectNothingLeft(server)
  })

  test('ends with the message and code of a server that cannot start, or is stopped', async () => {
    const other = net.createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as net.AddressInfo
    const refused = spawnStart({}, String(port))
    expect(await refused.ended).toBe(1)
    expect(refused.stderr.trim()).toBe(`Port ${port} is in use by another program; set PORT to a free one.`)

    const stopped = await whenReady(spawnStart())
    for (const pid of servingProcesses(stopped.pid)) process.kill(pid, 'SIGTERM')
    expect(await stopped.ended).toBe(0)
    expect(complaintsIn(stopped.stderr)).toEqual([])
    await expectNothingLeft(stopped)
  })
})
