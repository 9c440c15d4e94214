import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnGuarded } from '#server/db/cluster-process.ts'
import { appRole, connected, databaseName } from '#server/db/connection.ts'
import { runsAsRoot, unprivilegedUser } from '#server/db/system-user.ts'
import { freePort } from './freePort.ts'

/** Debian's package `pgbouncer`. */
export const poolerProgram = '/usr/sbin/pgbouncer'
export const hasPooler = existsSync(poolerProgram)

export type Pooler = AsyncDisposable & { host: string; port: number }

/**
 * A PgBouncer that gives each transaction another connection, before a PostgreSQL on a socket; it has every database
 * under its own name, for the application's role alone.
 * @param password that it asks for, and gives to PostgreSQL; without one it asks for none
 */
export async function startPooler(
  { socketDirectory, port }: { socketDirectory: string; port: number },
  password = '',
): Promise<Pooler> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'toptan-pooler-'))
  await chmod(folder, 0o755)
  const own = await freePort()
  const settings = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users.txt')
  await writeFile(users, `"${appRole}" "${password.replaceAll('"', '""')}"\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${socketDirectory} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = ${password ? 'scram-sha-256' : 'trust'}
auth_file = ${users}
pool_mode = transaction
default_pool_size = 12
max_client_conn = 1000
server_idle_timeout = 5
verbose = 0
log_connections = 0
log_disconnections = 0
log_stats = 0
`,
  )
  const runAs = runsAsRoot() ? await unprivilegedUser() : null
  const { child, ended } = spawnGuarded(poolerProgram, ['--quiet', settings], { runAs, output: 'pipe' })
  const lines: string[] = []
  child.stderr?.on('data', (text: Buffer) => lines.push(String(text)))
  const target = { host: '127.0.0.1', port: own }
  for (let attempt = 0; ; attempt += 1) {
    try {
      await (await connected({ ...target, user: appRole, password, database: databaseName })).end()
      break
    } catch (error) {
      // A database that does not exist answers too.
      if (/does not exist/.test((error as Error).message)) break
      if (attempt === 50 || child.exitCode !== null)
        throw new Error(`PgBouncer does not answer: ${lines.join('')}`, { cause: error })
      await sleep(100)
    }
  }
  return {
    ...target,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
