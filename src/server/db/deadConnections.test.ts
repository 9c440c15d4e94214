import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { endDeadConnections } from './deadConnections.ts'

/** An idle connection that is watched while the database is not reachable for a moment. */
async function watched(away: () => Promise<unknown>) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const silent = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(silent, 'connect')
  let asked = 0
  const stop = endDeadConnections({ open: new Set([socket]), inUse: new Set([silent]) }, async () => {
    asked += 1
    if (asked > 1) return true
    await away()
    return false
  })
  onTestFinished(() => {
    stop()
    for (const one of [socket, silent]) one.destroy()
    server.close()
  })
  await expect.poll(() => asked, { timeout: 5000 }).toBeGreaterThan(1)
  await sleep(100)
  return socket
}

function compute(durationMs: number): void {
  const end = performance.now() + durationMs
  while (performance.now() < end);
}

test('after an outage idle connections are ended', async () => {
  expect((await watched(async () => sleep(300))).destroyed).toBe(true)
})

test('a process that is busy itself does not take that for an outage', async () => {
  const socket = await watched(async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      compute(100)
      await sleep(0)
    }
  })
  // A further check, which would end it after an outage.
  expect(socket.destroyed).toBe(false)
})
