import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '#demo/random.ts'
import { findPlace } from '#server/db/cluster-place.ts'
import { eraseEmbedded } from '#server/db/embedded.ts'
import { projectFolder } from '#server/projectFolder.ts'
import {
  type Acknowledged,
  type Failures,
  orderOf,
  placeOnce,
  placeWithRetries,
  planOrders,
  signIn,
} from './dealer.ts'
import { killEverything, startServer, stopServer } from './server.ts'
import { articleCount, createShopFolder } from './shop.ts'
import { readStoredOrders } from './storedOrders.ts'

const passphrase = 'a passphrase for this test'
const settings = { DATABASE_URL: '', CUSTOMER_KEY: '', BACKUP_PASSPHRASE: passphrase }

/** As npm runs it. */
async function command(name: 'backup' | 'restore', dataDir: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [`src/server/commands/${name}.ts`, ...args], {
    cwd: projectFolder,
    env: { ...process.env, ...settings, DATA_DIR: dataDir },
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const [code, said, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  expect([code, code === 0 ? '' : complained]).toEqual([0, ''])
  return said
}

async function emptyMachine(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toptan-empty-'))
  // As root, PostgreSQL runs as another user.
  await chmod(dataDir, 0o755)
  onTestFinished(async () => {
    await eraseEmbedded(join(dataDir, 'postgres'))
    await rm(dataDir, { recursive: true, force: true })
  })
  return dataDir
}

test('a backup during orders brings all back on an empty machine', { timeout: 120_000 }, async () => {
  const random = seededRandom('backup')
  const plan = planOrders(random, 5000, articleCount)
  const shop = await createShopFolder(plan.needed)
  onTestFinished(() => shop.erase())
  const server = await startServer(shop.dataDir)
  const token = await signIn(server.port)
  const failures: Failures = { lost: 0, failed: 0, late: 0 }
  const acknowledged: Acknowledged[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  const place = async () => {
    for (let lines = plan.orders.pop(); lines && !signal.aborted; lines = plan.orders.pop()) {
      const order = orderOf(shop.articles, lines)
      acknowledged.push(
        await placeWithRetries(() => server.port, token, order, {
          random,
          failures,
          signal: new AbortController().signal,
        }),
      )
    }
  }
  const placing = Array.from({ length: 8 }, place)
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100)
  const before = acknowledged.length
  const kept = join(shop.dataDir, 'kept')
  const said = await command('backup', shop.dataDir, kept)
  const during = acknowledged.length - before
  stopping.abort()
  await Promise.all(placing)
  killEverything(server, shop.cluster)

  const empty = await emptyMachine()
  const restored = await command('restore', empty, kept, '--new')
  const key = (dataDir: string) => readFile(join(dataDir, 'secret.key'), 'utf8')
  expect(await key(empty)).toBe(await key(shop.dataDir))
  const another = await startServer(empty)
  const { cluster } = await findPlace(join(empty, 'postgres'))
  const books = await readStoredOrders({ ...shop, dataDir: empty, cluster })
  // The session did not come along; the numbers go on, ahead of those that were lost.
  const order = orderOf(shop.articles, [{ article: 0, qty: 1 }])
  const stale = await placeOnce(another.port, token, order).then(() => 'placed', String)
  const next = await placeOnce(another.port, await signIn(another.port), order).catch(String)
  await stopServer(another)

  const numbers = books.orders.map(({ number }) => number)
  expect({ failures, during: during > 0 }).toEqual({
    failures: { lost: 0, failed: 0, late: 0 },
    during: true,
  })
  const firstAnswered = acknowledged.slice(0, before).map(({ placed }) => Number(placed.orderNumber))
  expect(firstAnswered.filter((number) => !numbers.includes(number))).toEqual([])
  const last = numbers.at(-1) ?? 0
  expect(numbers).toEqual(Array.from({ length: last - 1000 }, (_, index) => 1001 + index))
  const lost = acknowledged.map(({ placed }) => Number(placed.orderNumber))
  expect(books.lastNumber).toBeGreaterThan(Math.max(...lost))
  expect({ sums: books.wrongSums, keys: books.lostKeys, count: books.keys }).toEqual({
    sums: [],
    keys: [],
    count: numbers.length,
  })
  for (const { variantId, stock } of shop.articles) {
    const ordered = books.lines.filter((line) => line.variantId === variantId)
    expect(books.stock.get(variantId)).toBe(stock - ordered.reduce((sum, { qty }) => sum + qty, 0))
  }
  expect(stale).toMatch(/401|session/)
  expect(next).toMatchObject({ orderNumber: String(books.lastNumber + 1) })
  expect(said).toContain('read back')
  expect(restored).toContain(`last order ${last}, the next one will be ${books.lastNumber + 1}`)
})
