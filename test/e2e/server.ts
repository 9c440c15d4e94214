import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FullConfig } from '@playwright/test'
import { eraseEmbedded } from '#server/db/embedded.ts'

const startTimeoutMs = 300_000

/** One server per worker. TOPTAN_PORTS and TOPTAN_FOLDERS list ports and folders, separated by commas. */
export default async function startServers({ workers }: FullConfig): Promise<() => Promise<void>> {
  const servers = await Promise.all(Array.from({ length: workers }, startServer))
  process.env.TOPTAN_PORTS = servers.map(({ port }) => port).join(',')
  process.env.TOPTAN_FOLDERS = servers.map(({ folder }) => folder).join(',')
  return async () => {
    await Promise.all(servers.map(({ end }) => end()))
  }
}

type Server = { port: string; folder: string; end: () => Promise<void> }

async function startServer(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-e2e-'))
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      CUSTOMER_KEY: '',
      // Test ERPs are on this machine.
      ERP_NETWORKS: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await readyPort(server)
  const end = async () => {
    server.kill('SIGINT')
    await new Promise((resolve) => server.once('exit', resolve))
    await eraseEmbedded(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
  return { port, folder, end }
}

async function readyPort(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output')
  const timer = setTimeout(() => server.kill('SIGKILL'), startTimeoutMs)
  const output: string[] = []
  for await (const line of createInterface({ input: server.stdout })) {
    output.push(line)
    const port = /Toptan is ready:\s+http:\/\/localhost:(\d+)/.exec(line)?.[1]
    if (port) {
      clearTimeout(timer)
      server.stdout.resume()
      return port
    }
  }
  throw new Error(`The server did not get ready:\n${output.join('\n')}`)
}
