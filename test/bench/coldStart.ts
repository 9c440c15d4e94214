import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { projectFolder } from '#server/config.ts'
import { eraseEmbedded } from '#server/db/embedded.ts'
import { median } from './measurement.ts'

export type ColdStarts = { firstSeconds: number; laterSeconds: number[]; medianSeconds: number }

/** Seconds to the first 200: with an empty data folder, then `times` with the existing one. */
export async function measureColdStarts(dataDir: string, times: number): Promise<ColdStarts> {
  try {
    const firstSeconds = await start(dataDir)
    const laterSeconds: number[] = []
    for (let time = 0; time < times; time += 1) laterSeconds.push(await start(dataDir))
    return { firstSeconds, laterSeconds, medianSeconds: median(laterSeconds) }
  } finally {
    await eraseEmbedded(join(dataDir, 'postgres'))
  }
}

async function start(dataDir: string): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [join(projectFolder, 'src/server/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
      if ((await statusOf(port)) === 200) return (performance.now() - started) / 1000
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  } finally {
    child.kill('SIGTERM')
    await exited
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
