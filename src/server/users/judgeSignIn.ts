import type { Call } from '#server/http/http.ts'
import { Refusal } from '#shared/errors.ts'
import { takeHashingTurn } from './hashingTurns.ts'
import { isPassword } from './passwords.ts'

type Steps<Found, Answer> = {
  /** @throws Refusal `session.tooManyTries` */
  count: () => Promise<void>
  find: () => Promise<Found | undefined>
  /** After the right password: the second factor, then the session. */
  open: (found: Found) => Promise<Answer>
}

/**
 * A sign-in of a tenant's user or an operator. Tries are counted before judging, but not if the server is too busy to
 * judge. Unknown names and wrong passwords are indistinguishable, in time too. Refusals are logged without the name: some
 * people type their password there. Who is in is logged by id.
 */
export async function judgeSignIn<Found extends { id: string; passwordHash: string }, Answer extends object>(
  { request }: Pick<Call, 'request'>,
  password: string,
  { count, find, open }: Steps<Found, Answer>,
): Promise<Answer> {
  using turn = takeHashingTurn()
  try {
    await count()
    const found = await find()
    const isRight = await isPassword(turn, password, found?.passwordHash)
    if (!found || !isRight) throw new Refusal('session.badCredentials')
    const answer = await open(found)
    if ('token' in answer) request.log.warn({ address: request.ip, userId: found.id }, 'signed in')
    return answer
  } catch (error) {
    // src/server/http/refusalLog.ts logs too many tries, once a minute.
    const isJudged = error instanceof Refusal && error.code !== 'session.tooManyTries'
    if (isJudged && error.code.startsWith('session.'))
      request.log.warn({ address: request.ip, refusal: error.code }, 'a sign-in was refused')
    throw error
  }
}
