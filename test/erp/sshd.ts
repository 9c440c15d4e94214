import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const program = '/usr/sbin/sshd'

export const hasSshd = existsSync(program)

export type Sshd = {
  port: number
  username: string
  privateKey: string
  /** As SHA256:…. */
  hostKey: string
  folder: string
  stop: () => Promise<void>
  start: () => Promise<void>
  close: () => Promise<void>
}

/** A real OpenSSH server with SFTP only. */
export async function startSshd(): Promise<Sshd> {
  const directory = mkdtempSync(join(tmpdir(), 'toptan-sshd-'))
  chmodSync(directory, 0o755)
  const folder = join(directory, 'files')
  mkdirSync(folder)
  const makeKey = (name: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(directory, name)])
  makeKey('host')
  makeKey('user')
  const { username } = userInfo()
  const port = await freePort()
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(directory, 'host')}`,
    `AuthorizedKeysFile ${join(directory, 'user.pub')}`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication yes',
    'Subsystem sftp internal-sftp',
    'ForceCommand internal-sftp',
  ]
  writeFileSync(join(directory, 'config'), `${lines.join('\n')}\n`)
  // Usually made by the package.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
  let running: ChildProcess | undefined
  const start = async () => {
    running = spawn(program, ['-D', '-e', '-f', join(directory, 'config')], { stdio: 'ignore' })
    for (let tries = 0; tries < 200 && !(await isListening(port)); tries += 1) await sleep(25)
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
  const fingerprint = execFileSync('ssh-keygen', ['-lf', join(directory, 'host.pub')]).toString()
  return {
    port,
    username,
    privateKey: readFileSync(join(directory, 'user'), 'utf8'),
    hostKey: fingerprint.split(' ')[1] ?? '',
    folder,
    start,
    stop,
    close: async () => {
      await stop()
      rmSync(directory, { recursive: true })
    },
  }
}

type ProxyMode = 'good' | 'answers lost' | 'all lost'
export type SshProxy = {
  port: number
  setMode: (mode: ProxyMode) => void
  cut: () => void
  close: () => void
}

export async function proxyTo(port: number): Promise<SshProxy> {
  let mode: ProxyMode = 'good'
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
    near.on('data', (data) => void (mode !== 'all lost' && far.write(data)))
    far.on('data', (data) => void (mode === 'good' && near.write(data)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const cut = () => {
    for (const one of sockets) one.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    setMode: (next) => {
      mode = next
    },
    cut,
    close: () => {
      cut()
      server.close()
    },
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
