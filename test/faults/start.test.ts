import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, utimes } from 'node:fs/promises'
import net from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectFolder } from '#server/projectFolder.ts'
import { complaintsIn } from '#test/complaints.ts'
import { orderOf, placeOnce, sendOrder, signIn } from './dealer.ts'
import { databaseProcesses, isAlive, isDatabaseRunning, killProcesses } from './processes.ts'
import { killEverything, type ServerProcess, spawnServer, stopServer, whenReady } from './server.ts'
import { articleCount, createShopFolder, type ShopFolder } from './shop.ts'

describe.runIf(process.platform === 'linux')('the server as a process', { timeout: 60_000 }, () => {
  const started: ServerProcess[] = []
  let shop: ShopFolder

  beforeAll(async () => {
    shop = await createShopFolder(Array<number>(articleCount).fill(1000))
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map(stopOrKill))
  })
  afterAll(() => shop?.erase())

  function spawnTracked(port?: string, settings?: NodeJS.ProcessEnv): ServerProcess {
    const server = spawnServer(shop.dataDir, port, settings)
    started.push(server)
    return server
  }
  const startTracked = (port?: string) => whenReady(spawnTracked(port))

  async function stopOrKill(server: ServerProcess): Promise<void> {
    const killTimer = setTimeout(() => killEverything(server, shop.cluster), 5000)
    await stopServer(server).finally(() => clearTimeout(killTimer))
  }

  /** The watchdog takes a moment to notice. */
  async function expectNoDatabase(): Promise<void> {
    expect(isDatabaseRunning(shop.cluster)).toBe(false)
    await expect.poll(() => databaseProcesses(shop.cluster).watchdogs, { timeout: 2000 }).toEqual([])
  }

  /** Expects a failed start with a one-sentence message. */
  async function startError(server: ServerProcess): Promise<string> {
    // Its channel must not keep it running.
    const code = await Promise.race([server.ended, sleep(10_000, 'still running', { ref: false })])
    const output = server.stderr.trim()
    expect({ code, said: output }).toEqual({ code: 1, said: expect.stringMatching(/^[A-Z][^\n]+\.$/) })
    return output
  }

  test('removes folders that a killed process has left', async () => {
    const temporary = join(shop.dataDir, 'tmp')
    const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60_000)
    for (const parent of [temporary, shop.dataDir])
      for (const name of ['toptan-work-oldone', 'toptan-work-newone']) {
        await mkdir(join(parent, name), { recursive: true })
        if (name.endsWith('oldone')) await utimes(join(parent, name), longAgo, longAgo)
      }
    await whenReady(spawnTracked(undefined, { TMPDIR: temporary }))
    for (const parent of [temporary, shop.dataDir]) {
      const names = (await readdir(parent)).filter((name) => name.startsWith('toptan-work-'))
      expect(names).toEqual(['toptan-work-newone'])
    }
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('%s stops server and database', async (signal) => {
    const server = await startTracked()
    const token = await signIn(server.port)
    await placeOnce(server.port, token, orderOf(shop.articles, [{ article: 0, qty: 1 }]))
    const startedAt = performance.now()
    const code = await stopServer(server, signal)
    const took = performance.now() - startedAt
    console.log(
      `ready after ${Math.round(server.readyAfterMs)} ms, ended by ${signal} in ${Math.round(took)} ms`,
    )
    expect({ code, complaints: complaintsIn(server.stderr) }).toEqual({ code: 0, complaints: [] })
    expect(took).toBeLessThan(10_000)
    expect(isAlive(server.pid)).toBe(false)
    await expectNoDatabase()
  })

  test('it ends when its parent does', async () => {
    const server = await startTracked()
    server.child.disconnect()
    expect(await server.ended).toBe(0)
    await expectNoDatabase()
  })

  test('npm start ends on npm’s SIGTERM, which reaches only npm’s shell', async () => {
    // Prefers the system's Node, since npm of any version may run us.
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
      // Its own process group, killed if the test fails.
      detached: true,
    })
    onTestFinished(() => killGroup(npm.pid ?? 0))
    let output = ''
    // Open until all processes of the start have ended.
    const ended = finished(npm.stdout)
    npm.stdout.on('data', (part: Buffer) => {
      output += String(part)
    })
    await expect.poll(() => output, { timeout: 50_000 }).toMatch(/Toptan is ready: +http/)
    npm.kill('SIGTERM')
    await ended
    await expectNoDatabase()
  })

  test('a second start on the folder is refused; the first keeps running', async () => {
    const first = await startTracked()
    const token = await signIn(first.port)
    expect(await startError(spawnTracked())).toBe(
      `Toptan is already running on this data folder (process ${first.pid}): stop it first, or set DATA_DIR to another folder.`,
    )
    const order = orderOf(shop.articles, [{ article: 0, qty: 1 }])
    expect(await placeOnce(first.port, token, order)).toMatchObject({ success: true })
  })

  test('of two starts at once, one runs and one is refused', async () => {
    const both = [spawnTracked(), spawnTracked()]
    const ready = await Promise.any(both.map((server) => whenReady(server)))
    const other = both.find((server) => server !== ready)
    if (other) expect(await startError(other)).toMatch(/^Toptan is already running on this data folder/)
    expect(await tryOrder(ready, await signIn(ready.port))).toBe(200)
  })

  test('a used port is reported in one sentence and leaves no database', async () => {
    const other = net.createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(await startError(spawnTracked(String(port)))).toBe(
      `Port ${port} is in use by another program; set PORT to a free one.`,
    )
    await expectNoDatabase()
  })

  test('without its secret key it starts only if told that the key is lost', async () => {
    await stopServer(await startTracked())
    await rm(join(shop.dataDir, 'secret.key'))
    const output = await startError(spawnTracked())
    expect(output).toMatch(/secret\.key is missing: .* authenticators .* ERP links are lost/)
    await expectNoDatabase()
    const [, fingerprint] = /LOST_SECRET_KEY=(\w+)/.exec(output) ?? []
    const server = await whenReady(spawnTracked(undefined, { LOST_SECRET_KEY: fingerprint }))
    expect(await tryOrder(server, await signIn(server.port))).toBe(200)
  })

  test.each(['web', '70000', '-1', '80.5'])('PORT=%s is refused', async (port) => {
    expect(await startError(spawnTracked(port))).toBe(
      `PORT must be a number from 0 to 65535; it is "${port}".`,
    )
    await expectNoDatabase()
  })

  test('it survives the death of a database process', async () => {
    const server = await startTracked()
    const token = await signIn(server.port)
    const killed = performance.now()
    killProcesses(databaseProcesses(shop.cluster).children.slice(-1))
    await expect.poll(() => tryOrder(server, token), { timeout: 15_000, interval: 50 }).toBe(200)
    console.log(
      `orders again ${Math.round(performance.now() - killed)} ms after a process of the database was killed`,
    )
  })

  /** The status, or the connection error. */
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
    // Already gone.
  }
}
