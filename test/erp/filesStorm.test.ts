import { readdirSync, readFileSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretKey, type TestApp, testApp } from '#test/app.ts'
import { orderBody, wholesaler } from '#test/factories.ts'
import { hasSshd, type Sshd, startSshd } from './sshd.ts'
import { type DispatcherProcess, startDispatcher } from './storm/processes.ts'

/** As many as there are in stock. */
const orders = 20
const rounds = 10
/** Processes that die by what they have handed over. */
const kills = 6
let app: TestApp
let server: Sshd

/** As the ERP does: takes whatever it sees away at once, and keeps what was in it by its name. */
function takeAway(folder: string) {
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

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe.skipIf(!hasSshd)('while everything that hands files over is killed', () => {
  beforeAll(async () => {
    app = await testApp()
    server = await startSshd()
  })
  afterAll(async () => {
    await app.close()
    await server.close()
  })

  test('each order comes into sight once, and whole', { timeout: 240_000 }, async () => {
    const shop = await wholesaler(app, 'storm', { transferEnabled: true })
    const { port, username, folder, hostKey, privateKey } = server
    const settings = { where: 'sftp', host: '127.0.0.1', port, username, folder, hostKey }
    const link = { kind: 'files', settings, secret: privateKey, isAutomatic: true }
    expect((await shop.admin.post('/api/Erp/SaveLink', link)).status).toBe(200)
    const { id } = await shop.variant('A1', 'S')
    const erp = takeAway(folder)
    const names: string[] = []
    const place = async () => {
      const { status, body } = await shop.dealer.post(
        '/api/Shop/PostShopCart',
        orderBody({ lines: [[id, 1]] }),
      )
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
    // A file that comes into sight kills who has just handed it over, before it can be written down.
    let bySight = 0
    const watcher = watch(folder, (_event, name) => {
      if (bySight >= kills || !name?.endsWith('.csv')) return
      bySight += 1
      for (const one of processes) void one.kill()
    })
    for (let round = 0; round < rounds; round += 1) {
      for (let placed = 0; placed < orders / rounds; placed += 1) await place()
      // An order takes some tens of milliseconds once a process has found it.
      await pause(300 + 200 * Math.random())
      const [victim] = processes.splice(0, 1)
      // Now and then one only stands still for longer than it may, and goes on as if nothing had been.
      if (round % 4 === 3) await victim?.stun(3000)
      await victim?.kill()
      processes.push(await begin())
      await Promise.all(processes.splice(0, 1).map((one) => one.kill()))
      processes.push(await begin())
      if (round === rounds / 2) {
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
    await pause(500)
    erp.stop()
    expect([...erp.taken.keys()].toSorted(order)).toEqual(names.toSorted(order))
    for (const [name, contents] of erp.taken) {
      expect([name, contents.length]).toEqual([name, 1])
      expect(contents[0]?.split('\r\n')).toHaveLength(3)
    }
    // Else it has proved nothing.
    const died = await app.database.inTenant(shop.tenantId, 'read', (tx) =>
      tx.query({ text: `select from transfer_attempts where tenant_id = $1 and outcome = ''` }),
    )
    expect(died.length).toBeGreaterThan(0)
    expect(await state()).toMatchObject({ sent: orders, dead: 0, uncertain: 0 })
  })
})

const order = (one: string, other: string) => one.localeCompare(other, 'en')
