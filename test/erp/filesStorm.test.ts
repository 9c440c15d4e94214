import { readdirSync, readFileSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretKey, type TestApp, testApp } from '#test/app.ts'
import { wholesaler } from '#test/factories.ts'
import { hasSshd, type Sshd, startSshd } from './sshd.ts'
import { type DispatcherProcess, startDispatcher } from './storm/processes.ts'

const orderCount = 20
const roundCount = 10
const killCount = 6
let app: TestApp
let server: Sshd

/** Like an ERP: takes each file as soon as it appears. */
function collectFiles(folder: string) {
  const taken = new Map<string, string[]>()
  const look = () => {
    for (const name of readdirSync(folder).filter((one) => one !== '.toptan')) {
      taken.set(name, [...(taken.get(name) ?? []), readFileSync(join(folder, name), 'utf8')])
      rmSync(join(folder, name))
    }
  }
  const timer = setInterval(look, 5)
  return {
    taken,
    stop: () => {
      clearInterval(timer)
      look()
    },
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe.skipIf(!hasSshd)('killing the senders of order files', () => {
  beforeAll(async () => {
    app = await testApp()
    server = await startSshd()
  })
  afterAll(async () => {
    await app.close()
    await server.close()
  })

  test('lets every order file appear once and complete', { timeout: 240_000 }, async () => {
    const shop = await wholesaler(app, 'storm', { transferEnabled: true })
    const { port, username, folder, hostKey, privateKey } = server
    const settings = { where: 'sftp', host: '127.0.0.1', port, username, folder, hostKey }
    const link = { kind: 'files', settings, secret: privateKey, isAutomatic: true }
    expect((await shop.admin.post('/api/Erp/SaveLink', link)).status).toBe(200)
    const erp = collectFiles(folder)
    const names: string[] = []
    const placeOrder = async () => {
      const { status, body } = await shop.order()
      expect(status).toBe(200)
      names.push(`${body.orderNumber}-${body.guidKey}.csv`)
    }
    const begin = () =>
      startDispatcher({
        connections: app.connections,
        secretKey,
        lookEveryMs: 50,
        holdMs: 900,
        timeoutMs: 1000,
      })
    const processes: DispatcherProcess[] = [await begin(), await begin()]
    // A new file kills its writer before that is recorded.
    let killsByFile = 0
    const watcher = watch(folder, (_event, name) => {
      if (killsByFile >= killCount || !name?.endsWith('.csv')) return
      killsByFile += 1
      for (const one of processes) void one.kill()
    })
    for (let round = 0; round < roundCount; round += 1) {
      for (let placed = 0; placed < orderCount / roundCount; placed += 1) await placeOrder()
      await sleep(300 + 200 * Math.random())
      const [victim] = processes.splice(0, 1)
      // Every fourth process is paused longer than its hold.
      if (round % 4 === 3) await victim?.pause(3000)
      await victim?.kill()
      processes.push(await begin())
      await Promise.all(processes.splice(0, 1).map((one) => one.kill()))
      processes.push(await begin())
      if (round === roundCount / 2) {
        await server.stop()
        await server.start()
      }
      await shop.admin.post('/api/Erp/TryNow')
    }
    watcher.close()
    const state = async () => (await shop.admin.get('/api/Erp/GetLink')).body.data.state
    const wait = async () => {
      await shop.admin.post('/api/Erp/TryNow')
      return (await state()).waiting
    }
    await expect.poll(wait, { timeout: 120_000, interval: 1000 }).toBe(0)
    for (const one of processes) await one.kill()
    await sleep(500)
    erp.stop()
    expect([...erp.taken.keys()].toSorted(byName)).toEqual(names.toSorted(byName))
    for (const [name, contents] of erp.taken) {
      expect([name, contents.length]).toEqual([name, 1])
      expect(contents[0]?.split('\r\n')).toHaveLength(3)
    }
    // Some must have been interrupted.
    const interrupted = await app.database.inTenant(shop.tenantId, 'read', (tx) =>
      tx.query({ text: `select from transfer_attempts where tenant_id = $1 and outcome = ''` }),
    )
    expect(interrupted.length).toBeGreaterThan(0)
    expect(await state()).toMatchObject({ sent: orderCount, dead: 0, uncertain: 0 })
  })
})

const byName = (one: string, other: string) => one.localeCompare(other, 'en')
