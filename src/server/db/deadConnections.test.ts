import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { endDeadConnections } from './deadConnections.ts'
import { openProbe } from './pool.ts'

/** An idle connection that is watched while the database is not reachable for a moment. */
async function watched(away: () => Promise<unknown>, answer: false | undefined) {
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
    return answer
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

test('after an outage idle connections are ended', async () => {
  expect((await watched(async () => sleep(300), false)).destroyed).toBe(true)
})

test('a process that cannot tell does not take that for an outage', async () => {
  const socket = await watched(async () => sleep(300), undefined)
  // A further check, which would end it after an outage.
  expect(socket.destroyed).toBe(false)
})

test('a probe of a busy process cannot tell whether the database is there', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const probe = openProbe({ host: '127.0.0.1', port: (silent.address() as AddressInfo).port })
  onTestFinished(async () => {
    void probe.close()
    silent.close()
  })
  expect(await probe.isThere()).toBe(false)
  const asked = probe.isThere()
  const end = performance.now() + 2000
  while (performance.now() < end);
  expect(await asked).toBeUndefined()
})
