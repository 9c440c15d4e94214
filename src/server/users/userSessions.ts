import { verb } from '#server/http/http.ts'
import { Refusal } from '#shared/errors.ts'
import { endUserSessions, resetUserTotp } from '#shared/users/users.ts'
import { requireAuthority } from './authority.ts'
import { notify } from './notices.ts'
import { users } from './saveUser.ts'
import { removeTotp } from './secondFactor.ts'
import { endSessionsOf } from './session.ts'
import { lockUser } from './userGuards.ts'

export const endSessions = verb(endUserSessions, async (call, { id }) => {
  const user = await lockUser(call.tx, id)
  requireAuthority(call.user, user)
  await endSessionsOf(call.tx, id, id === call.user.id ? call.user.sessionId : null)
  await users.log(call, id, 'sessionsEnded', user)
})

/** For a lost authenticator. */
export const resetTotp = verb(resetUserTotp, async (call, { id }) => {
  const { email } = await call.inTenant('write', async (tx) => {
    const user = await lockUser(tx, id)
    requireAuthority(call.user, user)
    if (id === call.user.id) throw new Refusal('user.oneself')
    await removeTotp(tx, id)
    await endSessionsOf(tx, id, null)
    await users.log({ ...call, tx }, id, 'twoFactorOff', user)
    return user
  })
  await notify(call, email, 'mail.twoFactorOff')
})
