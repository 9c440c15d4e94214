import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { projectFolder } from '#server/projectFolder.ts'
import serverProgram from '../../start/serverProgram.json' with { type: 'json' }
import { firstListing } from './catalogueLoad.ts'
import { callOnce, load, requestOf } from './load.ts'
import type { Shop } from './seed.ts'
import { residentBytes } from './usage.ts'
import { shopWorkloads } from './workloads.ts'

/** For each start: time to the first 200, time of the first list, and memory of this product process. */
export type ColdStarts = {
  startSeconds: number[]
  listingMs: number[]
  startedBytes: number[]
  loadedBytes: number[]
}

/** Starts the server on the folder that the bench has filled. */
export async function measureColdStarts(dataDir: string, shop: Shop, times: number): Promise<ColdStarts> {
  const starts: ColdStarts = { startSeconds: [], listingMs: [], startedBytes: [], loadedBytes: [] }
  for (let time = 0; time < times; time += 1) {
    const port = await freePort()
    const started = performance.now()
    const { pid, stop } = await start(dataDir, port)
    try {
      const ready = performance.now()
      const { status, wire } = await callOnce(port, firstListing(shop))
      if (status !== 200) throw new Error(wire.toString())
      starts.startSeconds.push((ready - started) / 1000)
      starts.listingMs.push(performance.now() - ready)
      starts.startedBytes.push(residentBytes(pid))
      await listFor(loadSeconds, port, shop)
      starts.loadedBytes.push(residentBytes(pid))
    } finally {
      await stop()
    }
  }
  return starts
}

const loadSeconds = 3

async function listFor(seconds: number, port: number, shop: Shop): Promise<void> {
  const [listing] = shopWorkloads(shop)
  if (!listing) throw new Error('There is no listing')
  const next = () => requestOf(shop, listing.call())
  const ignore = () => undefined
  await load(port, next, { connections: 16, warmUpSeconds: 0, seconds, begin: ignore, end: ignore })
}

type Started = { pid: number; stop: () => Promise<unknown> }

/** Resolves at the first answer. */
async function start(dataDir: string, port: number): Promise<Started> {
  const child = spawn(process.execPath, serverProgram, {
    cwd: projectFolder,
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
    if ((await statusOf(port)) === 200) return { pid: child.pid ?? 0, stop }
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
