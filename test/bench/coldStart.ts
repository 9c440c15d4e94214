import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { projectFolder } from '#server/config.ts'
import { eraseEmbedded } from '#server/db/embedded.ts'
import { median } from './measured.ts'

export type ColdStarts = { firstEver: number; again: number[]; median: number }

/** Seconds from starting the program to the first 200: once on an empty data folder, then on the one it made. */
export async function measureColdStarts(dataDir: string, times: number): Promise<ColdStarts> {
  try {
    const firstEver = await start(dataDir)
    const again: number[] = []
    for (let time = 0; time < times; time += 1) again.push(await start(dataDir))
    return { firstEver, again, median: median(again) }
  } finally {
    await eraseEmbedded(join(dataDir, 'postgres'))
  }
}

async function start(dataDir: string): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [join(projectFolder, 'src/server/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: '' },
    // Our own programs end when the channel to this process breaks.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = once(child, 'exit')
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
      if ((await statusOf(port)) === 200) return (performance.now() - started) / 1000
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  } finally {
    child.kill('SIGTERM')
    await gone
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
