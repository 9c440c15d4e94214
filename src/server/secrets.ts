import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Connections } from './db/connection.ts'
import { StartupProblem } from './startup.ts'

export type Secrets = {
  /** AES-256-GCM, bound to a context such as `totp <tenantId> <userId>`: opened under another context it fails. */
  seal(plain: string, context: string): Buffer
  /** The sealed text. Throws where the key or the context is another one, or the bytes are damaged. */
  open(sealed: Buffer, context: string): string
  /** HMAC-SHA256 of a text for one purpose, 32 bytes. */
  mac(purpose: string, text: string): Buffer
  /** Tells this key from others, and nothing else of it. */
  fingerprint: string
}

const leastKeyLength = 32
/** First byte of what is sealed: the version, then the nonce, the tag and the encrypted text. */
const version = 1
const nonceLength = 12
const tagLength = 16
const headLength = 1 + nonceLength + tagLength

/**
 * Sealing and MACs under the operator's key; white space around it is no part of it. Each purpose has a key of its
 * own, derived by HKDF. Throws {@link StartupProblem} on a key under 32 characters.
 */
export function secretsOf(key: string): Secrets {
  const master = key.trim()
  if (master.length < leastKeyLength) {
    throw new StartupProblem(`SECRET_KEY must have at least ${leastKeyLength} characters.`)
  }
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `toptan ${purpose}`, 32))
  const sealKey = keyFor('seal')
  return {
    fingerprint: keyFor('fingerprint').toString('hex', 0, 6),
    seal: (plain, context) => seal(sealKey, plain, context),
    open: (sealed, context) => open(sealKey, sealed, context),
    mac: (purpose, text) =>
      createHmac('sha256', keyFor(`mac ${purpose}`))
        .update(text)
        .digest(),
  }
}

/** What is authenticated beside the text, so that neither the version nor the context can be exchanged. */
const bound = (context: string) => Buffer.concat([Buffer.of(version), Buffer.from(context)])

function seal(key: Buffer, plain: string, context: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength }).setAAD(
    bound(context),
  )
  const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), encrypted])
}

function open(key: Buffer, sealed: Buffer, context: string): string {
  if (sealed.length < headLength || sealed[0] !== version) {
    throw new Error('This was not sealed here: it has no version or an unknown one.')
  }
  const nonce = sealed.subarray(1, 1 + nonceLength)
  const tag = sealed.subarray(1 + nonceLength, headLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(bound(context)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headLength)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error('A sealed text cannot be opened: another key, another context or damage.', { cause })
  }
}

/** Of a key that a database was used with before fingerprints were kept. */
const unknownKey = 'unknown'

type KeySettings = { secretKey: string | undefined; dataDir: string; lostSecretKey?: string | undefined }

/**
 * Secrets under SECRET_KEY, else under the key kept in `secret.key` of the data folder, which is made where there is
 * none.
 * @param used the fingerprint of the key that the database was used with, if it was; another key is refused unless the
 *   setting LOST_SECRET_KEY says that this one is lost for good
 * @throws StartupProblem on a key that is missing, another one or too short, or a file that cannot be read or made.
 */
export async function openSecrets(settings: KeySettings, used?: string): Promise<Secrets> {
  const mustBe = used === settings.lostSecretKey ? undefined : used
  const path = join(settings.dataDir, 'secret.key')
  const isGiven = settings.secretKey !== undefined
  if (!isGiven && mustBe && !existsSync(path)) throw lostKey(`The key file ${path} is missing`, mustBe)
  const secrets =
    settings.secretKey !== undefined
      ? secretsOf(settings.secretKey)
      : await secretsOfFile(settings.dataDir, path)
  if (mustBe && ![unknownKey, secrets.fingerprint].includes(mustBe)) {
    const key = isGiven ? 'SECRET_KEY' : `The key in ${path}`
    throw lostKey(`${key} (${secrets.fingerprint}) is not the key this database was used with`, mustBe)
  }
  return secrets
}

function lostKey(what: string, fingerprint: string): StartupProblem {
  return new StartupProblem(
    `${what}: restore the right key (fingerprint ${fingerprint}) there or as SECRET_KEY. ` +
      'Without it, authenticators and recovery codes no longer work, the passwords of ERP links are lost, ' +
      `and no device is recognised. If the key is lost for good, start once with LOST_SECRET_KEY=${fingerprint}.`,
  )
}

/**
 * {@link openSecrets} of a database, which keeps the fingerprint of its key: a key that went missing is not replaced by
 * a new one in silence.
 */
export async function openSecretsOf(connections: Connections, settings: KeySettings): Promise<Secrets> {
  const client = new pg.Client(connections.owner)
  await client.connect()
  try {
    // Two servers may start at once; the key of the first is then the other's too.
    await client.query('begin')
    await client.query('lock table secret_key')
    const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from secret_key')
    const secrets = await openSecrets(settings, rows[0]?.fingerprint)
    await client.query('delete from secret_key')
    await client.query('insert into secret_key values ($1)', [secrets.fingerprint])
    await client.query('commit')
    return secrets
  } finally {
    await client.end()
  }
}

async function secretsOfFile(folder: string, path: string): Promise<Secrets> {
  const key = await keptKey(folder, path).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupProblem(
      `The key file ${path} cannot be read or created: ${reason}. Set SECRET_KEY to do without it.`,
    )
  })
  if (key.trim().length < leastKeyLength) {
    throw new StartupProblem(`The key file ${path} is empty or too short. Restore the original file.`)
  }
  return secretsOf(key)
}

async function keptKey(folder: string, path: string): Promise<string> {
  const read = () => readFile(path, 'utf8')
  return read().catch(async (error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
    await makeKey(folder, path)
    return read()
  })
}

/** Written aside and linked, which fails where another process was first: its whole key is then everyone's. */
async function makeKey(folder: string, path: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const aside = `${path}.${randomUUID()}`
  try {
    const key = randomBytes(32).toString('base64url')
    await writeFile(aside, key, { flag: 'wx', mode: 0o600, flush: true })
    await link(aside, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error
    })
  } finally {
    await rm(aside, { force: true })
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
