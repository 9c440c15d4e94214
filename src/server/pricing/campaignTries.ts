import { boundedMap } from '#server/boundedMap.ts'
import type { Call } from '#server/http/http.ts'
import { networkOf } from '#server/users/devices.ts'
import { type TryKey, triesIn } from '#server/users/tries.ts'
import { Refusal } from '#shared/errors.ts'
import { foldForSearch } from '#shared/text/text.ts'

const { countTry, forgetTries } = triesIn('sign_in_tries')

/** What this process has judged lately, until when: a page that is opened again tries nothing new. */
const judged = boundedMap<number>({ maxBytes: 2_000_000, bytesOf: () => 0 })
const judgedForMs = 10 * 60_000

type Trying = Pick<Call, 'inTenant' | 'services' | 'request' | 'tenant' | 'now'> & {
  user: { id: string } | undefined
}

/**
 * Campaign codes are secrets: they are counted before they are judged, by user and address, as passwords are. `opens`:
 * whether the code opens a rule.
 * @throws Refusal `session.tooManyTries` with the seconds to wait
 */
export async function admitCode(call: Trying, code: string, opens: () => Promise<boolean>): Promise<void> {
  const { inTenant, tenant, request, user, now } = call
  const who = user?.id ?? networkOf(request.ip)
  const key = JSON.stringify([tenant.id, who, foldForSearch(code)])
  if ((judged.get(key) ?? 0) > now.getTime()) return
  const counted = keysFor(call)
  await inTenant('write', (tx) => countTry(tx, counted, now))
  if (await opens()) await inTenant('write', (tx) => forgetTries(tx, counted))
  else request.log.warn({ address: request.ip }, 'a campaign code was not known')
  judged.set(key, now.getTime() + judgedForMs)
}

function keysFor({ services: { secrets }, request, user }: Trying): TryKey[] {
  const address = networkOf(request.ip)
  return [
    { kind: 'address', key: secrets.mac('try', `campaign address ${address}`) },
    { kind: 'name', key: secrets.mac('try', `campaign user ${user?.id ?? address}`) },
  ]
}

/** The seconds to wait after too many codes. */
export function secondsToWait(error: unknown): number {
  if (!(error instanceof Refusal) || error.code !== 'session.tooManyTries') throw error
  return error.seconds ?? 1
}
