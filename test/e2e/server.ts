import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { eraseEmbedded } from '#server/db/embedded.ts'

const patience = 180_000

/**
 * Starts the product as an operator would, on an empty data folder and a free port, with its demo tenants, and
 * leaves the port in TOPTAN_PORT and the folder in TOPTAN_DATA for the tests. Answers how to end it.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-e2e-'))
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(folder, 0o755)
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      CUSTOMER_KEY: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.env.TOPTAN_PORT = await readyPort(server)
  process.env.TOPTAN_DATA = folder
  return async () => {
    server.kill('SIGINT')
    await new Promise((resolve) => server.once('exit', resolve))
    await eraseEmbedded(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
}

async function readyPort(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output')
  const timer = setTimeout(() => server.kill('SIGKILL'), patience)
  const said: string[] = []
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line)
    const port = /Toptan is ready:\s+http:\/\/localhost:(\d+)/.exec(line)?.[1]
    if (port) {
      clearTimeout(timer)
      server.stdout.resume()
      return port
    }
  }
  throw new Error(`The server did not get ready:\n${said.join('\n')}`)
}
