import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type ChangeAction, type ChangeSubject, operatorName } from '#shared/changes/changeKinds.ts'

export type Actor = { userId: string | null; name: string; address: string }

export function actorOf(call: { user: { id: string; username: string }; request: { ip: string } }): Actor {
  return { userId: call.user.id, name: call.user.username, address: call.request.ip }
}

/** Who runs a command on the server. */
export const operatorActor: Actor = { userId: null, name: operatorName, address: '' }

type Fields = Record<string, unknown>

export type ChangeOf = {
  subject: ChangeSubject
  subjectId?: string
  /** What people call it: user name, code and name, order number. */
  subjectName: string
  action: ChangeAction
  /** Only differences are stored; without any, nothing is. */
  before?: Fields
  after?: Fields
  /** Fields that say something only together: where one differs, all are stored. */
  together?: readonly (readonly string[])[]
}

/**
 * Records who changed what, in the same transaction. Pass readable values (codes, names), never secrets. Sent without
 * awaiting it costs no round trip.
 */
export function recordChange(tx: Tx, actor: Actor, at: Date, change: ChangeOf): Promise<void> {
  return recordChanges(tx, actor, at, [change])
}

const insertChanges = prepared(`
  insert into changes (tenant_id, id, at, user_id, user_name, address, subject, subject_id, subject_name, action,
                       before, after, set_id)
  select $1, n.id, $3::timestamptz, $4::uuid, $5::text, $6::text, n.subject, n.subject_id, n.subject_name, n.action,
         n.before, n.after, $7::uuid
  from jsonb_to_recordset($2) n (id uuid, subject text, subject_id uuid, subject_name text, action text, before jsonb,
    after jsonb)
  returning id`)

/** Many, in one statement. `setId`: the change set that they are of, where it can be undone. */
export async function recordChanges(
  tx: Tx,
  actor: Actor,
  at: Date,
  changes: ChangeOf[],
  setId?: string,
): Promise<void> {
  const rows = changes.flatMap((change) => {
    const { before, after } = differences(change)
    if (change.before && change.after && !before && !after) return []
    const { subject, subjectId = null, subjectName, action } = change
    const subjectColumns = { subject, subject_id: subjectId, subject_name: subjectName }
    return [{ id: newId(), ...subjectColumns, action, before: before ?? null, after: after ?? null }]
  })
  if (rows.length === 0) return
  await tx.query(
    insertChanges,
    JSON.stringify(rows),
    at,
    actor.userId,
    actor.name,
    actor.address,
    setId ?? null,
  )
}

/** Undefined if a side has no differences. */
function differences({ before, after, together = [] }: ChangeOf) {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const alone = [...keys].filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]))
  const joined = together.filter((group) => group.some((key) => alone.includes(key))).flat()
  const differing = [...new Set([...alone, ...joined])]
  const pick = (side: Fields | undefined) => {
    const present = differing.filter((key) => side?.[key] !== undefined).map((key) => [key, side?.[key]])
    return present.length > 0 ? (Object.fromEntries(present) as Fields) : undefined
  }
  return { before: pick(before), after: pick(after) }
}
