import { createHash } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupProblem } from '../startup.ts'

/** Held by the one process that runs the database of a data folder. */
export type InstanceLock = { release(): Promise<void> }

/** A short stable name for a directory, for use in names of sockets and folders. */
export function shortHash(directory: string): string {
  return createHash('sha256').update(directory).digest('hex').slice(0, 16)
}

/**
 * Takes the lock of a data folder for the life of this process. On Linux it is a socket without a file, which
 * vanishes with the process however that ends; whoever connects is told the process id.
 * @throws StartupProblem when another process holds it.
 */
export async function takeInstanceLock(directory: string): Promise<InstanceLock> {
  const address = lockAddress(directory)
  const deadline = Date.now() + 3000
  for (;;) {
    const server = await listen(address)
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    const holder = await askHolder(address)
    if (holder?.pid || Date.now() > deadline) throw alreadyRunning(holder?.pid ?? null)
    // Nobody answers: a killed process that is not quite gone, or the socket file of one that is.
    if (!holder && !address.startsWith('\0')) await unlink(address).catch(() => undefined)
    await sleep(25)
  }
}

/** Whether some process holds the lock of this data folder. */
export async function isInstanceLocked(directory: string): Promise<boolean> {
  return (await askHolder(lockAddress(directory))) !== null
}

/** What the operator reads when the data folder is in use. */
export function alreadyRunning(pid: number | null): StartupProblem {
  const who = pid === null ? '' : ` (process ${pid})`
  return new StartupProblem(
    `Toptan is already running on this data folder${who}: stop it first, or set DATA_DIR to another folder.`,
  )
}

function lockAddress(directory: string): string {
  const name = `toptan-${shortHash(directory)}`
  return process.platform === 'linux' ? `\0${name}` : path.join(os.tmpdir(), `${name}.lock`)
}

/** Listens on the address, or answers null when somebody else does. */
function listen(address: string): Promise<net.Server | null> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(String(process.pid), () => socket.destroy())
  })
  server.unref()
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen({ path: address }, () => resolve(server))
  })
}

/** The holder of the lock, or null when nobody listens; its pid is null when it is too busy to say. */
function askHolder(address: string): Promise<{ pid: number | null } | null> {
  return new Promise((resolve) => {
    let connected = false
    let answer = ''
    const socket = net.connect({ path: address }, () => {
      connected = true
    })
    const finish = (): void => {
      socket.destroy()
      resolve(connected ? { pid: Number.parseInt(answer, 10) || null } : null)
    }
    socket.setTimeout(1000, finish)
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('end', finish)
    socket.on('error', finish)
  })
}
