import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupProblem } from './startup.ts'

export type Secrets = {
  /** AES-256-GCM, bound to a context such as `totp <tenantId> <userId>`: opened under another context it fails. */
  seal(plain: string, context: string): Buffer
  /** The sealed text. Throws where the key or the context is another one, or the bytes are damaged. */
  open(sealed: Buffer, context: string): string
  /** HMAC-SHA256 of a text for one purpose, 32 bytes. */
  mac(purpose: string, text: string): Buffer
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

/**
 * Secrets under SECRET_KEY, else under the key kept in `secret.key` of the data folder, which is made where there is
 * none. Throws {@link StartupProblem} on a key that is too short or a file that cannot be read or made.
 */
export async function openSecrets(settings: {
  secretKey: string | undefined
  dataDir: string
}): Promise<Secrets> {
  if (settings.secretKey !== undefined) return secretsOf(settings.secretKey)
  const path = join(settings.dataDir, 'secret.key')
  const key = await keptKey(settings.dataDir, path).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupProblem(
      `The key file ${path} can be neither read nor made: ${reason}. SECRET_KEY spares it.`,
    )
  })
  if (key.trim().length < leastKeyLength) {
    throw new StartupProblem(
      `The key file ${path} is empty or too short; put back the one it was, or remove it and lose what is sealed.`,
    )
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
