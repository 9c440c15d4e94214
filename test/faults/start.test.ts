import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import net from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectFolder } from '#server/config.ts'
import { orderOf, placeOnce, sendOrder, signIn } from './dealer.ts'
import { databaseProcesses, isAlive, isDatabaseRunning, killHard } from './processes.ts'
import { killEverything, type ServerProcess, spawnServer, stopServer, whenReady } from './server.ts'
import { articleCount, type ShopFolder, shopFolder } from './shop.ts'

describe.runIf(process.platform === 'linux')('the server as a process', { timeout: 60_000 }, () => {
  const started: ServerProcess[] = []
  let shop: ShopFolder

  beforeAll(async () => {
    shop = await shopFolder(Array<number>(articleCount).fill(1000))
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map(dismiss))
  })
  afterAll(() => shop?.erase())

  /** Starts a server that the test may leave behind. */
  function spawned(port?: string, settings?: NodeJS.ProcessEnv): ServerProcess {
    const server = spawnServer(shop.dataDir, port, settings)
    started.push(server)
    return server
  }
  const running = (port?: string) => whenReady(spawned(port))

  async function dismiss(server: ServerProcess): Promise<void> {
    const impatience = setTimeout(() => killEverything(server, shop.cluster), 5000)
    await stopServer(server).finally(() => clearTimeout(impatience))
  }

  /** Nothing of the database runs any more; the watchdog needs a moment to hear of it. */
  async function expectNoDatabase(): Promise<void> {
    expect(isDatabaseRunning(shop.cluster)).toBe(false)
    await expect.poll(() => databaseProcesses(shop.cluster).watchdogs, { timeout: 2000 }).toEqual([])
  }

  /** Waits for a start that fails; what it has to say is one sentence. */
  async function refusal(server: ServerProcess): Promise<string> {
    // Started with a channel, as `npm start` does, which must not keep it.
    const code = await Promise.race([server.ended, sleep(10_000, 'still running', { ref: false })])
    const said = server.stderr.trim()
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^[A-Z][^\n]+\.$/) })
    return said
  }

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends server and database', async (signal) => {
    const server = await running()
    const token = await signIn(server.port)
    await placeOnce(server.port, token, orderOf(shop.articles, [{ article: 0, qty: 1 }]))
    const asked = performance.now()
    const code = await stopServer(server, signal)
    const took = performance.now() - asked
    console.log(
      `ready after ${Math.round(server.readyAfter)} ms, ended by ${signal} in ${Math.round(took)} ms`,
    )
    expect({ code, stderr: server.stderr }).toEqual({ code: 0, stderr: '' })
    expect(took).toBeLessThan(10_000)
    expect(isAlive(server.pid)).toBe(false)
    await expectNoDatabase()
  })

  test('it ends with whoever started it', async () => {
    const server = await running()
    server.child.disconnect()
    expect(await server.ended).toBe(0)
    await expectNoDatabase()
  })

  test('npm start ends with npm, whose SIGTERM reaches its shell alone', async () => {
    // By the machine's own Node where it has one: an npm of any version may be what runs us.
    const path = String(process.env.PATH).split(delimiter)
    const others = path.filter((folder) => folder !== dirname(process.execPath))
    const hasOwn = others.some((folder) => existsSync(join(folder, 'node')))
    const npm = spawn('npm', ['start'], {
      cwd: projectFolder,
      env: {
        ...process.env,
        PATH: (hasOwn ? others : path).join(delimiter),
        DATABASE_URL: '',
        DATA_DIR: shop.dataDir,
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      // A group of its own, so that nothing is left if the test fails.
      detached: true,
    })
    onTestFinished(() => killGroup(npm.pid ?? 0))
    let said = ''
    // Open for as long as any process of the start is there.
    const ended = finished(npm.stdout)
    npm.stdout.on('data', (part: Buffer) => {
      said += String(part)
    })
    await expect.poll(() => said, { timeout: 50_000 }).toMatch(/Toptan is ready: +http/)
    npm.kill('SIGTERM')
    await ended
    await expectNoDatabase()
  })

  test('a second start on the folder is refused, and the first goes on', async () => {
    const first = await running()
    const token = await signIn(first.port)
    expect(await refusal(spawned())).toBe(
      `Toptan is already running on this data folder (process ${first.pid}): stop it first, or set DATA_DIR to another folder.`,
    )
    const order = orderOf(shop.articles, [{ article: 0, qty: 1 }])
    expect(await placeOnce(first.port, token, order)).toMatchObject({ success: true })
  })

  test('of two starts at once one runs and the other is refused', async () => {
    const both = [spawned(), spawned()]
    const ready = await Promise.any(both.map((server) => whenReady(server)))
    const other = both.find((server) => server !== ready)
    if (other) expect(await refusal(other)).toMatch(/^Toptan is already running on this data folder/)
    expect(await tryOrder(ready, await signIn(ready.port))).toBe(200)
  })

  test('a port in use is said in a sentence, and no database stays behind', async () => {
    const other = net.createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(await refusal(spawned(String(port)))).toBe(
      `Port ${port} is in use by another program; set PORT to a free one.`,
    )
    await expectNoDatabase()
  })

  test('without the key of its database it does not start before it is told so', async () => {
    await stopServer(await running())
    await rm(join(shop.dataDir, 'secret.key'))
    const said = await refusal(spawned())
    expect(said).toMatch(/secret\.key is missing: .* authenticators .* ERP links are lost/)
    await expectNoDatabase()
    const [, fingerprint] = /LOST_SECRET_KEY=(\w+)/.exec(said) ?? []
    const server = await whenReady(spawned(undefined, { LOST_SECRET_KEY: fingerprint }))
    expect(await tryOrder(server, await signIn(server.port))).toBe(200)
  })

  test.each(['web', '70000', '-1', '80.5'])('PORT=%s is refused', async (port) => {
    expect(await refusal(spawned(port))).toBe(`PORT must be a number from 0 to 65535; it is "${port}".`)
    await expectNoDatabase()
  })

  test('when one process of the database dies the server goes on', async () => {
    const server = await running()
    const token = await signIn(server.port)
    const killed = performance.now()
    killHard(databaseProcesses(shop.cluster).children.slice(-1))
    await expect.poll(() => tryOrder(server, token), { timeout: 15_000, interval: 50 }).toBe(200)
    console.log(
      `orders again ${Math.round(performance.now() - killed)} ms after a process of the database was killed`,
    )
  })

  /** Sends an order and answers the status, or the error where the connection failed. */
  function tryOrder(server: ServerProcess, token: string): Promise<number | string> {
    return sendOrder(server.port, token, orderOf(shop.articles, [{ article: 0, qty: 1 }])).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    )
  }
})

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
