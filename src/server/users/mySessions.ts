import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http.ts'
import { oneOf } from '#server/refuse.ts'
import { endOtherSessions, endSession, getSessions } from '#shared/profile.ts'
import { endSessionsOf } from './session.ts'

const listSessions = prepared(`
  select id, user_agent as "userAgent", address, created_at as "createdAt",
         coalesce(rotated_at, created_at) as "renewedAt"
  from sessions where tenant_id = $1 and user_id = $2 and refresh_expires_at > $3
  order by id = $4 desc, coalesce(rotated_at, created_at) desc, id`)
type Row = { id: string; userAgent: string; address: string; createdAt: Date; renewedAt: Date }

export const mySessions = verb(getSessions, async ({ tx, user, now }) => {
  const rows = await tx.query<Row>(listSessions, user.id, now, user.sessionId)
  const data = rows.map((row) => ({
    ...row,
    isCurrent: row.id === user.sessionId,
    createdAt: row.createdAt.toISOString(),
    renewedAt: row.renewedAt.toISOString(),
  }))
  return data
})

const deleteOwn = prepared(
  'delete from sessions where tenant_id = $1 and user_id = $2 and id = $3 returning id',
)

export const endMySession = verb(endSession, async ({ tx, user }, { id }) => {
  await oneOf(tx.query(deleteOwn, user.id, id))
})

export const endMyOtherSessions = verb(endOtherSessions, async ({ tx, user }) => {
  await endSessionsOf(tx, user.id, user.sessionId)
})
