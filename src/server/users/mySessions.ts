import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { endOtherSessions, endSession, getSessions } from '#shared/users/profile.ts'
import { endSessionsOf } from './session.ts'

const listSessions = prepared(`
  select id, user_agent as "userAgent", address, ${isoTime('created_at')} as "createdAt",
         ${isoTime('coalesce(rotated_at, created_at)')} as "renewedAt", id = $4 as "isCurrent"
  from sessions where tenant_id = $1 and user_id = $2 and refresh_expires_at > $3
  order by id = $4 desc, coalesce(rotated_at, created_at) desc, id`)

export const mySessions = verb(getSessions, ({ tx, user, now }) =>
  tx.query(listSessions, user.id, now, user.sessionId),
)

const deleteOwn = prepared(
  'delete from sessions where tenant_id = $1 and user_id = $2 and id = $3 returning id',
)

export const endMySession = verb(endSession, async ({ tx, user }, { id }) => {
  await oneOf(tx.query(deleteOwn, user.id, id))
})

export const endMyOtherSessions = verb(endOtherSessions, async ({ tx, user }) => {
  await endSessionsOf(tx, user.id, user.sessionId)
})
