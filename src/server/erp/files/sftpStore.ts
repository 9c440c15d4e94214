import { createHash } from 'node:crypto'
import type { Client, SFTPWrapper, Stats } from 'ssh2'
import { anySignal } from '#server/anySignal.ts'
import type { FilesSettings } from '#shared/erp/files.ts'
import { ErpError } from '../connector.ts'
import { outboundConnect } from '../outside.ts'
import { type FileStore, mostRead, StoreFault } from './store.ts'

type Settings = Pick<FilesSettings, 'host' | 'port' | 'username' | 'folder' | 'hostKey'>
type Session = { client: Client; sftp: SFTPWrapper; broken: Promise<never> }
type Done<T> = (error: Error | null | undefined, value?: T) => void

/** What an SFTP server answers with; draft-ietf-secsh-filexfer-02, section 7. */
const noSuchFile = 2
const permissionDenied = 3

/** How long a server may take to let us in, in milliseconds. */
const patience = 20_000

/**
 * A folder on an SFTP server. It is signed in to when something is first asked of it, and again after the connection broke.
 * The server must show the key that the link names; `secret` is the user's password, or private key in PEM or OpenSSH's form.
 */
export function openSftp(settings: Settings, secret: string): FileStore {
  const { host, port, username, folder } = settings
  const at = (path: string) =>
    folder === '' || folder.endsWith('/') ? `${folder}${path}` : `${folder}/${path}`
  const { ask, close } = connectionTo(settings, secret)
  const remove = async (path: string, signal: AbortSignal): Promise<void> => {
    await orNothing(ask<void>(at(path), signal, (sftp, done) => sftp.unlink(at(path), done)))
  }
  return {
    name: `sftp://${username}@${host}${port === 22 ? '' : `:${port}`}/${folder}`,
    makeFolder: async (path, signal) => {
      const found = await orNothing(ask<Stats>(at(path), signal, (sftp, done) => sftp.stat(at(path), done)))
      if (!found) await ask<void>(at(path), signal, (sftp, done) => sftp.mkdir(at(path), done))
    },
    write: async (path, content, signal) => {
      const file = at(path)
      const handle = await ask<Buffer>(file, signal, (sftp, done) => sftp.open(file, 'w', done))
      await ask<void>(file, signal, (sftp, done) => sftp.write(handle, content, 0, content.length, 0, done))
      await ask<void>(file, signal, (sftp, done) => syncIfKnown(sftp, handle, done))
      await ask<void>(file, signal, (sftp, done) => sftp.close(handle, done))
    },
    rename: async (from, to, signal) => {
      const isDone = await ask<boolean>(at(to), signal, (sftp, done) =>
        renameOver(sftp, at(from), at(to), done),
      )
      if (isDone) return
      // The protocol's own rename is over nothing.
      await remove(to, signal)
      await ask<void>(at(to), signal, (sftp, done) => sftp.rename(at(from), at(to), done))
    },
    read: (path, signal) => orNothing(readShort((send) => ask(at(path), signal, send), at(path))),
    list: async (path, signal) => {
      const found = await orNothing(
        ask<Listed[]>(at(path), signal, (sftp, done) => sftp.readdir(at(path), done)),
      )
      return (found ?? [])
        .filter(({ filename }) => filename !== '.' && filename !== '..')
        .map(({ filename, attrs }) => ({ name: filename, changedAt: new Date(attrs.mtime * 1000) }))
    },
    remove,
    close,
  }
}

/** Reads a file that is ours and so is short; of one that is not no more is fetched than tells it. */
async function readShort(ask: <T>(send: Send<T>) => Promise<T>, file: string): Promise<Buffer> {
  const handle = await ask<Buffer>((sftp, done) => sftp.open(file, 'r', done))
  const content = Buffer.alloc(mostRead + 1)
  let length = 0
  for (let more = 1; more > 0 && length <= mostRead; length += more) {
    const at = length
    more = await ask<number>((sftp, done) => sftp.read(handle, content, at, content.length - at, at, done))
  }
  await ask<void>((sftp, done) => sftp.close(handle, done))
  if (length <= mostRead) return content.subarray(0, length)
  throw new StoreFault(`${file} is no file of Toptan's.`, { isAnswered: true, isForeign: true })
}

type Listed = { filename: string; attrs: { mtime: number } }
type Send<T> = (sftp: SFTPWrapper, done: Done<T>) => void

/** A connection that is made when something is first asked of it, and anew after it broke. */
function connectionTo(settings: Settings, secret: string) {
  const { host } = settings
  let opened: Promise<Session> | undefined
  const session = (signal: AbortSignal): Promise<Session> => {
    const opening = (opened ??= signIn(settings, secret, signal))
    const forget = () => {
      if (opened === opening) opened = undefined
    }
    // One that broke is no use to anybody.
    opening.then(({ broken }) => broken).catch(forget)
    return opening
  }
  return {
    /** One request about a file, and its answer; where none comes nobody knows what became of it. */
    ask: async <T>(file: string, signal: AbortSignal, send: Send<T>): Promise<T> => {
      if (signal.aborted) throw new StoreFault(`${host} did not answer in time`, { isAnswered: true })
      const { client, sftp, broken } = await session(signal)
      try {
        return await inTime(signal, Promise.race([broken, answered(sftp, send)]))
      } catch (error) {
        if (error instanceof Unanswered) client.destroy()
        throw faultOf(error, host, file)
      }
    },
    close: async () => {
      const last = await opened?.catch(() => undefined)
      last?.client.end()
    },
  }
}

/** Signs in. Throws {@link ErpError}: nothing was done yet. */
async function signIn(settings: Settings, secret: string, signal: AbortSignal): Promise<Session> {
  const { host, port, username, hostKey } = settings
  const { Client } = await import('ssh2')
  const sock = await outboundConnect(host, port, anySignal(signal, AbortSignal.timeout(patience)))
  const client = new Client()
  let shown = ''
  const broken = new Promise<never>((_resolve, reject) => {
    client.on('error', (error) => reject(new Unanswered(error.message)))
    client.on('close', () => reject(new Unanswered(`${host} has broken off the connection`)))
  })
  broken.catch(() => {})
  const ready = new Promise<void>((resolve, reject) => {
    client.once('ready', resolve)
    client.once('error', reject)
    client.once('close', () => reject(new Error('the connection was broken off')))
  })
  try {
    client.connect({
      sock,
      username,
      ...credentials(secret),
      readyTimeout: patience,
      keepaliveInterval: 10_000,
      hostVerifier: (key: Buffer) => {
        shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
        return shown === hostKey.replace(/=+$/, '')
      },
    })
    await inTime(signal, ready)
    const opening = new Promise<SFTPWrapper>((resolve, reject) => {
      client.sftp((error, opened) => (error ? reject(error) : resolve(opened)))
    })
    const sftp = await inTime(signal, Promise.race([broken, opening]))
    return { client, sftp, broken }
  } catch (error) {
    client.destroy()
    sock.destroy()
    throw refusalOf(error as Error, settings, shown)
  }
}

function credentials(secret: string) {
  if (!/^-----BEGIN |^PuTTY-User-Key-File/.test(secret.trim())) {
    return { password: secret, authHandler: ['password' as const] }
  }
  return { privateKey: wholeLines(secret.trim()), authHandler: ['publickey' as const] }
}

/** A key that lost its lines on the way through a field of one line gets them back. */
function wholeLines(key: string): string {
  const [, head, body = '', foot] =
    /^(-----BEGIN [A-Z ]+-----)\s+([\w+/=\s]+?)\s+(-----END [A-Z ]+-----)$/.exec(key) ?? []
  return head && foot ? `${[head, ...body.split(/\s+/), foot].join('\n')}\n` : `${key}\n`
}

function refusalOf(error: Error & { level?: string }, { host, hostKey }: Settings, shown: string): ErpError {
  if (error instanceof ErpError) return error
  if (shown !== '' && shown !== hostKey.replace(/=+$/, '')) {
    const why = hostKey === '' ? 'which is to be compared and entered' : `not ${hostKey}`
    return new ErpError('auth', `${host} shows the key ${shown}, ${why}.`)
  }
  if (error.level === 'client-authentication') return new ErpError('auth', `${host} does not let us in.`)
  // The library finds fault with a key before it says anything to anybody.
  if (/privateKey|passphrase/.test(error.message))
    return new ErpError('auth', 'The private key cannot be read; it must have no passphrase.')
  return new ErpError('down', `${host}: ${error.message}`)
}

/** No answer came: it may have been done all the same. */
class Unanswered extends Error {}

async function inTime<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const stop = () => reject(new Unanswered('it took too long'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

async function answered<T>(sftp: SFTPWrapper, send: Send<T>): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    send(sftp, (error, value) => {
      if (!error) resolve(value as T)
      // What has no number is the library's own: the connection is gone.
      else reject(typeof codeOf(error) === 'number' ? error : new Unanswered(error.message))
    })
  })
}

const codeOf = (error: unknown) => (error as { code?: unknown }).code

/** Renames over whatever is there, in one step; false where the server cannot. */
function renameOver(sftp: SFTPWrapper, from: string, to: string, done: Done<boolean>): void {
  try {
    sftp.ext_openssh_rename(from, to, (error) => done(error, true))
  } catch {
    done(null, false)
  }
}

/** Has a file written to the disk, where the server can be told to. */
function syncIfKnown(sftp: SFTPWrapper, handle: Buffer, done: Done<void>): void {
  try {
    sftp.ext_openssh_fsync(handle, (error) => done(error))
  } catch {
    done(null)
  }
}

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StoreFault && error.isMissing) return undefined
    throw error
  }
}

function faultOf(error: unknown, host: string, path: string): Error {
  if (error instanceof ErpError || error instanceof StoreFault) return error
  const { message } = error as Error
  if (error instanceof Unanswered) return new StoreFault(`${host}: ${message}`, { isAnswered: false })
  const code = codeOf(error)
  if (code === noSuchFile)
    return new StoreFault(`There is no ${path} on ${host}`, {
      isAnswered: true,
      isMissing: true,
    })
  if (code === permissionDenied)
    return new StoreFault(`${host} does not let us into ${path}`, { isAnswered: true })
  return new StoreFault(`${host}, ${path}: ${message}`, { isAnswered: true })
}
