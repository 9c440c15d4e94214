import { createHash } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupProblem } from '../process/startup.ts'

export type InstanceLock = { release(): Promise<void> }

/** Stable, for socket and folder names. */
export function shortHash(directory: string): string {
  return createHash('sha256').update(directory).digest('hex').slice(0, 16)
}

/**
 * Held while this process lives. On Linux an abstract socket, which disappears with the process and answers its pid.
 * @throws StartupProblem if held by another process.
 */
export async function takeInstanceLock(directory: string): Promise<InstanceLock> {
  const address = lockAddress(directory)
  const deadline = Date.now() + 3000
  for (;;) {
    const server = await listen(address)
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    const holder = await askHolder(address)
    if (holder?.pid || Date.now() > deadline) throw alreadyRunning(holder?.pid ?? null)
    // Just killed, or a leftover socket file.
    if (!holder && !address.startsWith('\0')) await unlink(address).catch(() => undefined)
    await sleep(25)
  }
}

export async function isInstanceLocked(directory: string): Promise<boolean> {
  return (await askHolder(lockAddress(directory))) !== null
}

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

/** Null if in use. */
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

/** Null if nobody listens; `pid` null without a timely answer. */
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
