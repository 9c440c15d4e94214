import { createHash } from 'node:crypto'
import type { Client, SFTPWrapper, Stats } from 'ssh2'
import { anySignal } from '#server/anySignal.ts'
import type { FilesSettings } from '#shared/erp/files.ts'
import { ErpError } from '../connector.ts'
import { outboundConnect } from '../outbound.ts'
import { type FileStore, maxReadBytes, StoreFault } from './store.ts'

type Settings = Pick<FilesSettings, 'host' | 'port' | 'username' | 'folder' | 'hostKey'>
type Session = { client: Client; sftp: SFTPWrapper; broken: Promise<never> }
type Done<T> = (error: Error | null | undefined, value?: T) => void

/** draft-ietf-secsh-filexfer-02, section 7. */
const noSuchFile = 2
const permissionDenied = 3

const signInTimeoutMs = 20_000

/**
 * A folder on an SFTP server, verified by the link's host key. Reconnects as needed. `secret`: password, or private
 * key (PEM or OpenSSH).
 */
export function openSftp(settings: Settings, secret: string): FileStore {
  const { host, port, username, folder } = settings
  const absolute = (path: string) =>
    folder === '' || folder.endsWith('/') ? `${folder}${path}` : `${folder}/${path}`
  const { ask, close } = openConnection(settings, secret)
  const remove = async (path: string, signal: AbortSignal): Promise<void> => {
    await undefinedIfMissing(
      ask<void>(absolute(path), signal, (sftp, done) => sftp.unlink(absolute(path), done)),
    )
  }
  return {
    name: `sftp://${username}@${host}${port === 22 ? '' : `:${port}`}/${folder}`,
    makeFolder: async (path, signal) => {
      const found = await undefinedIfMissing(
        ask<Stats>(absolute(path), signal, (sftp, done) => sftp.stat(absolute(path), done)),
      )
      if (!found) await ask<void>(absolute(path), signal, (sftp, done) => sftp.mkdir(absolute(path), done))
    },
    write: async (path, content, signal) => {
      const file = absolute(path)
      const handle = await ask<Buffer>(file, signal, (sftp, done) => sftp.open(file, 'w', done))
      await ask<void>(file, signal, (sftp, done) => sftp.write(handle, content, 0, content.length, 0, done))
      await ask<void>(file, signal, (sftp, done) => syncIfSupported(sftp, handle, done))
      await ask<void>(file, signal, (sftp, done) => sftp.close(handle, done))
    },
    rename: async (from, to, signal) => {
      const isDone = await ask<boolean>(absolute(to), signal, (sftp, done) =>
        renameOverwriting(sftp, absolute(from), absolute(to), done),
      )
      if (isDone) return
      // The standard rename does not overwrite.
      await remove(to, signal)
      await ask<void>(absolute(to), signal, (sftp, done) => sftp.rename(absolute(from), absolute(to), done))
    },
    read: (path, signal, maxBytes = maxReadBytes) =>
      undefinedIfMissing(readWhole((send) => ask(absolute(path), signal, send), absolute(path), maxBytes)),
    list: async (path, signal) => {
      const found = await undefinedIfMissing(
        ask<Listed[]>(absolute(path), signal, (sftp, done) => sftp.readdir(absolute(path), done)),
      )
      return (found ?? [])
        .filter(({ filename }) => filename !== '.' && filename !== '..')
        .map(({ filename, attrs }) => ({ name: filename, changedAt: new Date(attrs.mtime * 1000) }))
    },
    remove,
    close,
  }
}

const readBytes = 256 * 1024

/** Stops past the limit. */
async function readWhole(
  ask: <T>(send: Send<T>) => Promise<T>,
  file: string,
  maxBytes: number,
): Promise<Buffer> {
  const handle = await ask<Buffer>((sftp, done) => sftp.open(file, 'r', done))
  const parts: Buffer[] = []
  let length = 0
  for (let more = 1; more > 0 && length <= maxBytes; length += more) {
    const [at, part] = [length, Buffer.alloc(Math.min(readBytes, maxBytes + 1 - length))]
    more = await ask<number>((sftp, done) => sftp.read(handle, part, 0, part.length, at, done))
    parts.push(part.subarray(0, more))
  }
  await ask<void>((sftp, done) => sftp.close(handle, done))
  if (length <= maxBytes) return Buffer.concat(parts)
  throw new StoreFault(`${file} is no file of at most ${maxBytes} bytes.`, {
    isAnswered: true,
    isForeign: true,
  })
}

type Listed = { filename: string; attrs: { mtime: number } }
type Send<T> = (sftp: SFTPWrapper, done: Done<T>) => void

function openConnection(settings: Settings, secret: string) {
  const { host } = settings
  let opened: Promise<Session> | undefined
  const session = (signal: AbortSignal): Promise<Session> => {
    const opening = (opened ??= signIn(settings, secret, signal))
    const forget = () => {
      if (opened === opening) opened = undefined
    }
    opening.then(({ broken }) => broken).catch(forget)
    return opening
  }
  return {
    ask: async <T>(file: string, signal: AbortSignal, send: Send<T>): Promise<T> => {
      if (signal.aborted) throw new StoreFault(`${host} did not answer in time`, { isAnswered: true })
      const { client, sftp, broken } = await session(signal)
      try {
        return await withAbort(signal, Promise.race([broken, sendAndWait(sftp, send)]))
      } catch (error) {
        if (error instanceof Unanswered) client.destroy()
        throw toStoreFault(error, host, file)
      }
    },
    close: async () => {
      const last = await opened?.catch(() => undefined)
      last?.client.end()
    },
  }
}

/** Throws {@link ErpError}; nothing was done yet. */
async function signIn(settings: Settings, secret: string, signal: AbortSignal): Promise<Session> {
  const { host, port, username, hostKey } = settings
  const { Client } = await import('ssh2')
  const sock = await outboundConnect(host, port, anySignal(signal, AbortSignal.timeout(signInTimeoutMs)))
  const client = new Client()
  let shownFingerprint = ''
  const broken = new Promise<never>((_resolve, reject) => {
    client.on('error', (error) => reject(new Unanswered(error.message)))
    client.on('close', () => reject(new Unanswered(`${host} closed the connection`)))
  })
  broken.catch(() => {})
  const ready = new Promise<void>((resolve, reject) => {
    client.once('ready', resolve)
    client.once('error', reject)
    client.once('close', () => reject(new Error('the connection was lost')))
  })
  try {
    client.connect({
      sock,
      username,
      ...credentials(secret),
      readyTimeout: signInTimeoutMs,
      keepaliveInterval: 10_000,
      hostVerifier: (key: Buffer) => {
        shownFingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
        return shownFingerprint === hostKey.replace(/=+$/, '')
      },
    })
    await withAbort(signal, ready)
    const opening = new Promise<SFTPWrapper>((resolve, reject) => {
      client.sftp((error, opened) => (error ? reject(error) : resolve(opened)))
    })
    const sftp = await withAbort(signal, Promise.race([broken, opening]))
    return { client, sftp, broken }
  } catch (error) {
    client.destroy()
    sock.destroy()
    throw signInError(error as Error, settings, shownFingerprint)
  }
}

function credentials(secret: string) {
  if (!/^-----BEGIN |^PuTTY-User-Key-File/.test(secret.trim())) {
    return { password: secret, authHandler: ['password' as const] }
  }
  return { privateKey: restoreLineBreaks(secret.trim()), authHandler: ['publickey' as const] }
}

/** A single-line input field removes a PEM key's line breaks. */
function restoreLineBreaks(key: string): string {
  const [, head, body = '', foot] =
    /^(-----BEGIN [A-Z ]+-----)\s+([\w+/=\s]+?)\s+(-----END [A-Z ]+-----)$/.exec(key) ?? []
  return head && foot ? `${[head, ...body.split(/\s+/), foot].join('\n')}\n` : `${key}\n`
}

function signInError(
  error: Error & { level?: string },
  { host, hostKey }: Settings,
  shownFingerprint: string,
): ErpError {
  if (error instanceof ErpError) return error
  if (shownFingerprint !== '' && shownFingerprint !== hostKey.replace(/=+$/, '')) {
    const why = hostKey === '' ? 'which you must compare and enter' : `not ${hostKey}`
    return new ErpError('auth', `${host} shows the key ${shownFingerprint}, ${why}.`)
  }
  if (error.level === 'client-authentication') return new ErpError('auth', `${host} rejected our sign-in.`)
  if (/privateKey|passphrase/.test(error.message))
    return new ErpError('auth', 'The private key cannot be read. It must not have a passphrase.')
  return new ErpError('down', `${host}: ${error.message}`)
}

/** No answer: the outcome is unknown. */
class Unanswered extends Error {}

async function withAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const stop = () => reject(new Unanswered('it took too long'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

async function sendAndWait<T>(sftp: SFTPWrapper, send: Send<T>): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    send(sftp, (error, value) => {
      if (!error) resolve(value as T)
      // No numeric code: the library lost the connection.
      else reject(typeof codeOf(error) === 'number' ? error : new Unanswered(error.message))
    })
  })
}

const codeOf = (error: unknown) => (error as { code?: unknown }).code

/** False if the server lacks the extension. */
function renameOverwriting(sftp: SFTPWrapper, from: string, to: string, done: Done<boolean>): void {
  try {
    sftp.ext_openssh_rename(from, to, (error) => done(error, true))
  } catch {
    done(null, false)
  }
}

/** Needs the server's extension. */
function syncIfSupported(sftp: SFTPWrapper, handle: Buffer, done: Done<void>): void {
  try {
    sftp.ext_openssh_fsync(handle, (error) => done(error))
  } catch {
    done(null)
  }
}

async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StoreFault && error.isMissing) return undefined
    throw error
  }
}

function toStoreFault(error: unknown, host: string, path: string): Error {
  if (error instanceof ErpError || error instanceof StoreFault) return error
  const { message } = error as Error
  if (error instanceof Unanswered) return new StoreFault(`${host}: ${message}`, { isAnswered: false })
  const code = codeOf(error)
  if (code === noSuchFile)
    return new StoreFault(`${path} does not exist on ${host}`, {
      isAnswered: true,
      isMissing: true,
    })
  if (code === permissionDenied)
    return new StoreFault(`${host} does not give us access to ${path}`, { isAnswered: true })
  return new StoreFault(`${host}, ${path}: ${message}`, { isAnswered: true })
}
