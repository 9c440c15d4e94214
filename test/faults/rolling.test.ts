import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectFolder } from '#server/config.ts'
import { orderBody } from '#test/factories.ts'
import { testFolder } from '#test/folder.ts'
import { freePort } from '#test/freePort.ts'
import { sendOrder } from './dealer.ts'
import { stopServer } from './server.ts'
import { startTwoServers, type TwoServers } from './twoServers.ts'

const balancers = {
  haproxy: {
    program: '/usr/sbin/haproxy',
    args: (file: string) => ['-db', '-f', file],
    sample: 'deploy/haproxy.cfg',
  },
  nginx: {
    program: '/usr/sbin/nginx',
    args: (file: string) => [
      '-g',
      `daemon off; master_process off; pid ${file}.pid; error_log ${file}.log warn;`,
      '-c',
      file,
    ],
    sample: 'deploy/nginx.conf',
  },
}

/** At once; each goes on as soon as its call is answered. */
const inFlight = 8

describe.each(Object.entries(balancers))(
  'a rolling restart behind %s',
  (_name, { program, args, sample }) => {
    let both: TwoServers
    beforeAll(async () => {
      both = await startTwoServers()
    }, 120_000)
    afterAll(() => both[Symbol.asyncDispose]())

    test.skipIf(!existsSync(program))('fails no call', { timeout: 180_000 }, async () => {
      const port = await freePort()
      const file = join(await testFolder(), 'balancer.conf')
      const ports = both.servers.map((server) => server.port)
      await writeFile(file, withPorts(await readFile(join(projectFolder, sample), 'utf8'), port, ports))
      const balancer = spawn(program, args(file), { stdio: 'ignore' })
      onTestFinished(() => void balancer.kill('SIGKILL'))
      await sleep(1500)

      await both.shop.query('update variants set inventory = 1000000 where tenant_id = $1')
      const { token } = (await both.shop.signIn('dealer')).body as { token: string }
      const failures: string[] = []
      const numbers = new Map<string, string>()
      let reads = 0
      const over = new AbortController()
      const order = async () => {
        const body = orderBody({ lines: [[both.shop.id('A1 S'), 1, 100]] })
        const answer = await sendOrder(port, token, body)
        const placed = (await answer.json()) as { orderNumber: string }
        if (answer.status === 200) numbers.set(body.guidKey, placed.orderNumber)
        else failures.push(`order ${answer.status} ${JSON.stringify(placed)}`)
      }
      const read = async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/Shop/GetShopHome`, {
          headers: { authorization: `Bearer ${token}` },
        })
        await answer.arrayBuffer()
        reads += 1
        if (answer.status !== 200) failures.push(`read ${answer.status}`)
      }
      const call = async (index: number) => {
        while (!over.signal.aborted)
          await (index % 2 ? read() : order()).catch((error: Error) =>
            failures.push(`${error.message} ${String(error.cause)}`),
          )
      }
      const calls = Promise.all(Array.from({ length: inFlight }, (_, index) => call(index)))
      await sleep(1000)
      for (const index of [0, 1, 0, 1] as const) {
        expect(await stopServer(both.servers[index], 'SIGTERM')).toBe(0)
        await both.restart(index)
        // Until the balancer trusts it again.
        await sleep(1500)
      }
      over.abort()
      await calls
      console.log(`4 restarts: ${numbers.size} orders, ${reads} reads, ${failures.length} failed`)
      expect(failures).toEqual([])
      expect(numbers.size).toBeGreaterThan(100)
      const stored = await both.shop.query<{ guidKey: string; number: string }>(
        'select guid_key as "guidKey", number::text from orders where tenant_id = $1',
      )
      expect(new Map(stored.map(({ guidKey, number }) => [guidKey, number]))).toEqual(numbers)
    })
  },
)

/** A sample with the ports of this test instead of its addresses. */
function withPorts(text: string, port: number, servers: number[]): string {
  let index = 0
  return text
    .replaceAll(/10\.0\.0\.1\d:3000/g, () => `127.0.0.1:${servers[index++]}`)
    .replace(
      /bind :80|listen 80/,
      (listen) => `${listen.startsWith('bind') ? 'bind' : 'listen'} 127.0.0.1:${port}`,
    )
}
