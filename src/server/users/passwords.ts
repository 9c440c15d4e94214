import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { prepared } from '#server/db/statement.ts'
import type { Call, SignedIn } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { demoPassword } from '#shared/demo.ts'
import { Refusal } from '#shared/errors.ts'
import { type HashingTurn, takeHashingTurn } from './hashingTurns.ts'
import { passwordProblem } from './passwordRules.ts'
import { countTry, forgetTries, type TryKey } from './tries.ts'

const derive = promisify(argon2)

/** OWASP's first choice: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltLength = 16
const tagLength = 32

/**
 * A PHC string: `$argon2id$v=19$m=19456,t=2,p=1$SALT$TAG`.
 * @throws Refusal `server.busy`
 */
export async function hashPassword(password: string): Promise<string> {
  using turn = takeHashingTurn()
  const nonce = randomBytes(saltLength)
  const message = password.normalize('NFC')
  const tag = await turn.run(() => derive('argon2id', { ...cost, nonce, tagLength, message }))
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** So that unknown users take as long as wrong passwords. */
const dummyHash = hashPassword('nobody has this password')

/** False without a hash, after the same time. */
export async function isPassword(
  turn: HashingTurn,
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  const { tag, ...params } = readHash(passwordHash ?? (await dummyHash))
  const message = password.normalize('NFC')
  const derived = await turn.run(() => derive('argon2id', { ...params, message, tagLength: tag.length }))
  return timingSafeEqual(derived, tag) && passwordHash !== undefined
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

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

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Easy to guess here, but in no common list. */
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

/** Reports the problem on `field`. */
export function refuseWeakPassword(
  call: Pick<Call, 'language' | 'tenant'>,
  field: string,
  password: string,
  names: string[],
): void {
  const { displayName, key, isDemo } = call.tenant
  // Shown on the login page.
  if (isDemo && password === demoPassword) return
  const problem = passwordProblem(password, [...names.filter(Boolean), displayName, key, ...tradeWords])
  if (problem) refuseFields(call.language, { [field]: problem })
}

type Owner = { username: string; email: string; passwordHash: string }
const readOwner = prepared(
  'select username, email, password_hash as "passwordHash" from users where tenant_id = $1 and id = $2',
)

/**
 * Counts wrong ones like sign-in tries. Returns what a new password must not contain. Refuses with
 * `account.wrongPassword`, or `server.busy` without counting.
 */
export async function verifyOwnPassword(
  call: Pick<SignedIn, 'user' | 'inTenant' | 'now' | 'services'>,
  password: string,
): Promise<Owner> {
  using turn = takeHashingTurn()
  const counted: TryKey[] = [{ kind: 'device', key: call.services.secrets.mac('try', call.user.id) }]
  await call.inTenant('write', (tx) => countTry(tx, counted, call.now))
  const [owner] = await call.inTenant('read', (tx) => tx.query<Owner>(readOwner, call.user.id))
  if (!owner || !(await isPassword(turn, password, owner.passwordHash)))
    throw new Refusal('account.wrongPassword')
  await call.inTenant('write', (tx) => forgetTries(tx, counted))
  return owner
}
