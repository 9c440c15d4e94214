import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCatalogue } from '#demo/catalogue.ts'
import { demoTenants } from '#demo/tenants.ts'
import { findPlace } from '#server/db/cluster-place.ts'
import { eraseEmbedded } from '#server/db/embedded.ts'
import { exchange } from '#test/http.ts'
import { killEverything, type ServerProcess, spawnServer, startServer, stopServer } from './server.ts'

describe.runIf(process.platform === 'linux')('the first start', { timeout: 120_000 }, () => {
  let dataDir: string
  let server: ServerProcess

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'toptan-first-'))
    // As root, PostgreSQL runs as another user.
    await chmod(dataDir, 0o755)
  })
  afterAll(async () => {
    if (server) await stopServer(server)
    await eraseEmbedded(join(dataDir, 'postgres'))
    await rm(dataDir, { recursive: true, force: true })
  })

  async function kill(): Promise<void> {
    killEverything(server, (await findPlace(join(dataDir, 'postgres'))).cluster)
    await server.ended
  }

  async function countFiles(name: string): Promise<number> {
    const files = await readdir(join(dataDir, 'photos'), { recursive: true })
    return files.filter((file) => file.endsWith(`/${name}`)).length
  }

  /** A photo of the wholesaler's first product. */
  async function firstPhoto(key: (typeof demoTenants)[number]['key']) {
    const [row] = demoCatalogue(key).rows
    const file = row?.photos?.split('|')[0]
    const path = `/products/img640/${row?.itemCode}/${row?.colorCode}/${file}`
    const { status, headers } = await exchange({
      port: server.port,
      path,
      headers: { host: `${key}.localhost` },
    })
    return { status, type: headers['content-type'] }
  }

  test('is finished by the next after a kill while the demo is made', async () => {
    server = spawnServer(dataDir)
    await expect.poll(() => server.stdout, { timeout: 60_000 }).toContain('(3 of 4')
    await kill()
    server = await startServer(dataDir)
    // The finished ones are left alone.
    expect(server.stdout.match(/\d of 4/g)).toEqual(['3 of 4', '4 of 4'])
    for (const { displayName } of demoTenants) expect(server.stdout).toContain(displayName)
  })

  test('serves before the photos are drawn, and one that is looked at', async () => {
    const [originals, drawn] = await Promise.all([countFiles('original'), countFiles('960.jpg')])
    expect(originals).toBeGreaterThan(600)
    expect(drawn).toBeLessThan(originals)
    for (const { key } of demoTenants)
      expect(await firstPhoto(key)).toEqual({ status: 200, type: 'image/jpeg' })
  })

  test('draws the others behind, also after a kill', async () => {
    await kill()
    const atKill = await countFiles('960.jpg')
    expect(atKill).toBeLessThan(await countFiles('original'))
    server = await startServer(dataDir)
    await expect.poll(() => countFiles('960.jpg'), { timeout: 60_000 }).toBeGreaterThan(atKill)
  })
})
