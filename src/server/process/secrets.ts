import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Connections, connected } from '#server/db/connection.ts'
import { StartupProblem } from './startup.ts'

export type Secrets = {
  /** AES-256-GCM, bound to a context such as `totp <tenantId> <userId>`. */
  seal(plain: string, context: string): Buffer
  /** Throws for another key or context, or damaged bytes. */
  open(sealed: Buffer, context: string): string
  /** HMAC-SHA256 for one purpose, 32 bytes. */
  mac(purpose: string, text: string): Buffer
  /** Identifies the key without revealing it. */
  fingerprint: string
}

const minKeyLength = 32
/** Format: version, nonce, tag, encrypted text. */
const version = 1
const nonceBytes = 12
const tagBytes = 16
const headerBytes = 1 + nonceBytes + tagBytes

/** Trims the key, and derives one per purpose by HKDF. Throws {@link StartupProblem} under 32 characters. */
export function secretsOf(key: string, name = 'SECRET_KEY'): Secrets {
  const master = key.trim()
  if (master.length < minKeyLength) {
    throw new StartupProblem(`${name} must have at least ${minKeyLength} characters.`)
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

/** Authenticated: version and context cannot be swapped. */
const additionalData = (context: string) => Buffer.concat([Buffer.of(version), Buffer.from(context)])

function seal(key: Buffer, plain: string, context: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(
    additionalData(context),
  )
  const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), encrypted])
}

function open(key: Buffer, sealed: Buffer, context: string): string {
  if (sealed.length < headerBytes || sealed[0] !== version) {
    throw new Error('This was not sealed here: it has no version or an unknown one.')
  }
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, headerBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(additionalData(context)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headerBytes)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error('A sealed text cannot be opened: another key, another context or damage.', { cause })
  }
}

/** For databases from before fingerprints were stored. */
const unknownKey = 'unknown'

/** The key itself, for a backup. Undefined if there is none yet. */
export async function readSecretKey({ secretKey, dataDir }: KeySettings): Promise<string | undefined> {
  if (secretKey !== undefined) return secretKey.trim()
  const text = await readFile(keyFile(dataDir), 'utf8').catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
    return undefined
  })
  return text?.trim()
}

/**
 * Keeps the key of a backup where the server looks for it, unless the next start changes it for another.
 * @throws StartupProblem if another key is there
 */
export async function keepSecretKey(
  settings: KeySettings & { oldSecretKey: string | undefined },
  key: string,
): Promise<void> {
  const { fingerprint } = secretsOf(key)
  if (settings.oldSecretKey !== undefined && secretsOf(settings.oldSecretKey).fingerprint === fingerprint)
    return
  if ((await readSecretKey(settings)) === undefined)
    await makeKey(settings.dataDir, keyFile(settings.dataDir), key)
  const there = secretsOf((await readSecretKey(settings)) ?? '')
  if (there.fingerprint !== fingerprint)
    throw new StartupProblem(
      `${settings.secretKey === undefined ? keyFile(settings.dataDir) : 'SECRET_KEY'} is not the key of this backup ` +
        `(${fingerprint}). Remove it first, or give the backup's as OLD_SECRET_KEY.`,
    )
}

const keyFile = (dataDir: string) => join(dataDir, 'secret.key')

export type KeySettings = {
  secretKey: string | undefined
  dataDir: string
  lostSecretKey?: string | undefined
}

/**
 * Uses SECRET_KEY, else `secret.key` in the data folder (created if missing).
 * @param used the database's key fingerprint; another key needs LOST_SECRET_KEY
 * @throws StartupProblem for a missing, different or short key, or file errors
 */
export async function openSecrets(settings: KeySettings, used?: string): Promise<Secrets> {
  const requiredFingerprint = used === settings.lostSecretKey ? undefined : used
  const path = keyFile(settings.dataDir)
  const isGiven = settings.secretKey !== undefined
  if (!isGiven && requiredFingerprint && !existsSync(path))
    throw lostKey(`The key file ${path} is missing`, requiredFingerprint)
  const secrets =
    settings.secretKey !== undefined
      ? secretsOf(settings.secretKey)
      : await secretsOfFile(settings.dataDir, path)
  if (requiredFingerprint && ![unknownKey, secrets.fingerprint].includes(requiredFingerprint)) {
    const key = isGiven ? 'SECRET_KEY' : `The key in ${path}`
    throw lostKey(
      `${key} (${secrets.fingerprint}) is not the key this database was used with`,
      requiredFingerprint,
    )
  }
  return secrets
}

function lostKey(what: string, fingerprint: string): StartupProblem {
  return new StartupProblem(
    `${what}: restore the right key (fingerprint ${fingerprint}) there or as SECRET_KEY. ` +
      'Without it, authenticators and recovery codes no longer work, the passwords of ERP links are lost, ' +
      `and no device is recognised. If the key was changed, start once with the old one as OLD_SECRET_KEY; ` +
      `if it is lost for good, with LOST_SECRET_KEY=${fingerprint}.`,
  )
}

/**
 * {@link openSecrets} with the fingerprint stored in the database, so that a missing key is not silently replaced.
 */
export async function openSecretsOf(connections: Connections, settings: KeySettings): Promise<Secrets> {
  await using client = await connected(connections.owner)
  // If two servers start at once, both use the first one's key.
  await client.query('begin')
  await client.query('lock table secret_key')
  const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from secret_key')
  const secrets = await openSecrets(settings, rows[0]?.fingerprint)
  await client.query('delete from secret_key')
  await client.query('insert into secret_key values ($1)', [secrets.fingerprint])
  await client.query('commit')
  return secrets
}

async function secretsOfFile(folder: string, path: string): Promise<Secrets> {
  const key = await readOrMakeKey(folder, path).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupProblem(
      `The key file ${path} cannot be read or created: ${reason}. Set SECRET_KEY to do without it.`,
    )
  })
  if (key.trim().length < minKeyLength) {
    throw new StartupProblem(`The key file ${path} is empty or too short. Restore the original file.`)
  }
  return secretsOf(key)
}

async function readOrMakeKey(folder: string, path: string): Promise<string> {
  const read = () => readFile(path, 'utf8')
  return read().catch(async (error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
    await makeKey(folder, path)
    return read()
  })
}

/** Linking fails if another process was first; then all use its key. */
async function makeKey(
  folder: string,
  path: string,
  key = randomBytes(32).toString('base64url'),
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const temporaryPath = `${path}.${randomUUID()}`
  try {
    await writeFile(temporaryPath, key, { flag: 'wx', mode: 0o600, flush: true })
    await link(temporaryPath, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error
    })
  } finally {
    await rm(temporaryPath, { force: true })
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
