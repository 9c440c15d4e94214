import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { Refusal } from '#shared/errors.ts'
import { fold } from '#shared/text/text.ts'
import { deleteUser, endUserSessions, resetUserTotp, restoreUser } from '#shared/users/users.ts'
import { requireAuthority } from './authority.ts'
import { notify } from './notices.ts'
import { removeTotp } from './secondFactor.ts'
import { endSessionsOf } from './session.ts'
import { lockUser, requireAnotherAdmin, users } from './userGuards.ts'

export const remove = verb(deleteUser, async (call, { id }) => {
  const { tx, now } = call
  const user = await lockUser(tx, id)
  if (user.isDeleted) return
  requireAuthority(call.user, user)
  if (id === call.user.id) throw new Refusal('user.oneself')
  if (user.roles.includes('admin')) await requireAnotherAdmin(tx, id)
  await users.markDeleted(tx, id, now)
  await endSessionsOf(tx, id, null)
  await users.log(call, id, 'deleted', user)
})

const findNamesake = prepared(`
  select id from users where tenant_id = $1 and username_key = $2 and deleted_at is null and id <> $3`)
/** Refuses with `record.inUse` if the name was taken. */
export const restore = verb(restoreUser, async (call, { id }) => {
  const { tx, now } = call
  const user = await lockUser(tx, id)
  requireAuthority(call.user, user)
  if (!user.isDeleted) return
  const [namesake] = await tx.query(findNamesake, fold(user.username), id)
  if (namesake) throw new Refusal('record.inUse')
  await users.restore(tx, id, now)
  await users.log(call, id, 'restored', user)
})

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
