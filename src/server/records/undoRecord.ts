import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import type { ChangeSubject } from '#shared/changes/changeKinds.ts'
import { undoRecordChange } from '#shared/changes/undoRecord.ts'
import { Refusal } from '#shared/errors.ts'
import { mayOpen, pages } from '#shared/pages.ts'
import { kindOf } from './kinds.ts'
import type { UndoneChange } from './recordKind.ts'

const readChange = prepared(`
  select subject, subject_id as "subjectId", action, before, after from changes where tenant_id = $1 and id = $2`)
type Found = UndoneChange & { subject: ChangeSubject }

/** Undoes what anybody changed, where the caller may change such records. */
export const undoRecord = verb(undoRecordChange, async (call, { id, confirmed }) => {
  const change = await oneOf(call.tx.query<Found>(readChange, id))
  const kind = kindOf(change.subject)
  if (!kind?.isUndoable(change)) throw new Refusal('notFound')
  if (!mayOpen(pages[kind.page], call.user)) throw new Refusal('permission.denied')
  return kind.undo({ ...call, confirmed }, change)
})
