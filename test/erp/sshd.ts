import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const program = '/usr/sbin/sshd'

/** Whether there is an OpenSSH server to be tried on. */
export const hasSshd = existsSync(program)

export type Sshd = {
  port: number
  username: string
  /** The user's key in OpenSSH's form. */
  privateKey: string
  /** The server's own, as SHA256:…. */
  hostKey: string
  /** A folder that it lets the user write into. */
  folder: string
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Stops it, and removes all it had. */
  close: () => Promise<void>
}

/** A real OpenSSH server on the loopback, with nothing but SFTP, for the user who runs the tests. */
export async function startSshd(): Promise<Sshd> {
  const place = mkdtempSync(join(tmpdir(), 'toptan-sshd-'))
  chmodSync(place, 0o755)
  const folder = join(place, 'files')
  mkdirSync(folder)
  const makeKey = (name: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(place, name)])
  makeKey('host')
  makeKey('user')
  const { username } = userInfo()
  const port = await freePort()
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(place, 'host')}`,
    `AuthorizedKeysFile ${join(place, 'user.pub')}`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication yes',
    'Subsystem sftp internal-sftp',
    'ForceCommand internal-sftp',
  ]
  writeFileSync(join(place, 'config'), `${lines.join('\n')}\n`)
  // What it separates its rights in, where a package would have made it.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
  let running: ChildProcess | undefined
  const start = async () => {
    running = spawn(program, ['-D', '-e', '-f', join(place, 'config')], { stdio: 'ignore' })
    for (let tries = 0; tries < 200 && !(await answers(port)); tries += 1) await pause(25)
  }
  const stop = async () => {
    const ending = running
    running = undefined
    if (!ending || ending.exitCode !== null) return
    const ended = new Promise((resolve) => void ending.once('exit', resolve))
    ending.kill('SIGTERM')
    await ended
  }
  await start()
  const shown = execFileSync('ssh-keygen', ['-lf', join(place, 'host.pub')]).toString()
  return {
    port,
    username,
    privateKey: readFileSync(join(place, 'user'), 'utf8'),
    hostKey: shown.split(' ')[1] ?? '',
    folder,
    start,
    stop,
    close: async () => {
      await stop()
      rmSync(place, { recursive: true })
    },
  }
}

/**
 * A line to a server that can be made bad: `deaf` loses its answers, `dumb` what is said to it as well.
 */
export type Line = {
  port: number
  be: (way: 'good' | 'deaf' | 'dumb') => void
  cut: () => void
  close: () => void
}

export async function lineTo(port: number): Promise<Line> {
  let way: 'good' | 'deaf' | 'dumb' = 'good'
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const one of [near, far]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (data) => void (way !== 'dumb' && far.write(data)))
    far.on('data', (data) => void (way === 'good' && near.write(data)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const cut = () => {
    for (const one of sockets) one.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    be: (next) => {
      way = next
    },
    cut,
    close: () => {
      cut()
      server.close()
    },
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
