import { hash, verify } from '@node-rs/argon2'
import { prepared } from '#server/db/statement.ts'
import type { Call, SignedIn } from '#server/http.ts'
import { refuseFields } from '#server/refuse.ts'
import { Refusal } from '#shared/errors.ts'
import { passwordProblem } from './passwordRules.ts'
import { type Counted, countTry, forgetTries } from './tries.ts'

/** argon2id with 19 MiB and two passes (OWASP's first choice). */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), hashing)
}

/** Verified where the user is unknown, so that the answer takes as long as for a wrong password. */
const nobodysHash = hashPassword('nobody has this password')

/** True where the password is the one of the hash; without a hash false, after as long. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const right = await verify(passwordHash ?? (await nobodysHash), password.normalize('NFC'))
  return right && passwordHash !== undefined
}

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
  const { displayName, key } = call.tenant
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
