import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { projectFolder } from '#server/config.ts'
import { firstListing } from './catalogueLoad.ts'
import { callOnce } from './load.ts'
import type { Shop } from './seed.ts'

/** Of each start: until the first 200, and of the first list after it. */
export type ColdStarts = { startSeconds: number[]; listingMs: number[] }

/** Starts the server on the folder that the bench has filled. */
export async function measureColdStarts(dataDir: string, shop: Shop, times: number): Promise<ColdStarts> {
  const startSeconds: number[] = []
  const listingMs: number[] = []
  for (let time = 0; time < times; time += 1) {
    const port = await freePort()
    const started = performance.now()
    const stop = await start(dataDir, port)
    try {
      const ready = performance.now()
      const { status, wire } = await callOnce(port, firstListing(shop))
      if (status !== 200) throw new Error(wire.toString())
      startSeconds.push((ready - started) / 1000)
      listingMs.push(performance.now() - ready)
    } finally {
      await stop()
    }
  }
  return { startSeconds, listingMs }
}

/** Resolves at the first answer. */
async function start(dataDir: string, port: number): Promise<() => Promise<unknown>> {
  const child = spawn(process.execPath, [join(projectFolder, 'src/server/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const stop = () => {
    child.kill('SIGTERM')
    return exited
  }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    if ((await statusOf(port)) === 200) return stop
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(
      { host: '127.0.0.1', port, path: '/api/Shop/GetAppSettings', agent: false },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    request.on('error', () => resolve(undefined))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
