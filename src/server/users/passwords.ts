import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { prepared } from '#server/db/statement.ts'
import type { Call, SignedIn } from '#server/http.ts'
import { refuseFields } from '#server/refuse.ts'
import { demoPassword } from '#shared/demo.ts'
import { Refusal } from '#shared/errors.ts'
import { passwordProblem } from './passwordRules.ts'
import { type Counted, countTry, forgetTries } from './tries.ts'

const derive = promisify(argon2)

/** argon2id with 19 MiB and two passes (OWASP's first choice). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltLength = 16
const tagLength = 32

/** The hash of a password as a PHC string, which says how it was made: `$argon2id$v=19$m=19456,t=2,p=1$SALT$TAG`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltLength)
  const tag = await derive('argon2id', { ...cost, nonce, tagLength, message: password.normalize('NFC') })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Verified where the user is unknown, so that the answer takes as long as for a wrong password. */
const nobodysHash = hashPassword('nobody has this password')

/** True where the password is the one of the hash; without a hash false, after as long. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const { tag, ...how } = readHash(passwordHash ?? (await nobodysHash))
  const message = password.normalize('NFC')
  const derived = await derive('argon2id', { ...how, message, tagLength: tag.length })
  return timingSafeEqual(derived, tag) && passwordHash !== undefined
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** How a hash was made, by its PHC string. */
function readHash(text: string) {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(text) ?? []
  if (!salt || !tag) throw new Error('A stored password hash is no argon2id hash')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** Base64 as PHC strings have it. */
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** What everybody here would try first, in the words of the trade: no list of the world's passwords has them. */
const tradeWords = [
  'toptan',
  'admin',
  'yönetici',
  'bayi',
  'müşteri',
  'sipariş',
  'dealer',
  'agent',
  'wholesale',
]

/** Refuses a new password that is too short, too common or made of a name; said beside `field`. */
export function refuseWeakPassword(
  call: Pick<Call, 'language' | 'tenant'>,
  field: string,
  password: string,
  names: string[],
): void {
  const { displayName, key, isDemo } = call.tenant
  // Everybody knows it: the login page of a demo tenant says it.
  if (isDemo && password === demoPassword) return
  const problem = passwordProblem(password, [...names.filter(Boolean), displayName, key, ...tradeWords])
  if (problem) refuseFields(call.language, { [field]: problem })
}

type Owner = { username: string; email: string; passwordHash: string }
const readOwner = prepared(
  'select username, email, password_hash as "passwordHash" from users where tenant_id = $1 and id = $2',
)

/**
 * Makes sure that it is the user who is at the keys, by their password; wrong ones are counted as at sign-in. Answers
 * what a new password may not be made of. Refuses with `account.wrongPassword`.
 */
export async function proveSelf(
  call: Pick<SignedIn, 'user' | 'inTenant' | 'now' | 'services'>,
  password: string,
): Promise<Owner> {
  const counted: Counted[] = [{ kind: 'device', key: call.services.secrets.mac('try', call.user.id) }]
  await call.inTenant('write', (tx) => countTry(tx, counted, call.now))
  const [owner] = await call.inTenant('read', (tx) => tx.query<Owner>(readOwner, call.user.id))
  if (!owner || !(await isPassword(password, owner.passwordHash))) throw new Refusal('account.wrongPassword')
  await call.inTenant('write', (tx) => forgetTries(tx, counted))
  return owner
}
