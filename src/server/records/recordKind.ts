import { isDeepStrictEqual } from 'node:util'
import { actorOf, type ChangeOf, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { SignedIn } from '#server/http/http.ts'
import type { ChangeAction, ChangeSubject } from '#shared/changes/changeKinds.ts'
import { Refusal } from '#shared/errors.ts'
import type { PageName } from '#shared/pages.ts'

export type RecordCall = SignedIn & { tx: Tx }

type Stored<Form> = Form & { id: string; version: number; isDeleted?: boolean }
type Given<Form> = { [Name in keyof Form]?: Form[Name] | undefined } & { version?: number | undefined }

/** What is known of a kind of record. The functions run in the call's transaction, and refuse what may not be. */
export type RecordKindOptions<
  Form extends object,
  Read extends Stored<Form>,
  Calling extends RecordCall = RecordCall,
> = {
  subject: ChangeSubject
  /** Who may open it may undo changes of such records. */
  page: PageName
  /** The names of its fields: what changes, the change log and undoing are about. */
  fields: readonly (keyof Form & string)[]
  /** Fields that a change leaves. */
  fixed?: readonly (keyof Form & string)[]
  /** What people call a record. */
  nameOf: (record: Form) => string
  /** Reads a record, locked until the transaction ends. Refuses with `notFound`. */
  lock: (tx: Tx, key: string) => Promise<Read>
  /**
   * Checks and writes a record; `before` is absent for a new one. Returns its new version, and those fields that are
   * stored otherwise than given.
   */
  write: (
    call: Calling,
    id: string,
    after: Form,
    before: Read | undefined,
  ) => Promise<{ version: number; stored?: Partial<Form> }>
  remove?: (call: Calling, record: Read) => Promise<void>
  restore?: (call: Calling, record: Read) => Promise<void>
  /** Of records that are deleted for good: undoing a deletion adds them again, as the change log has them. */
  dropped?: {
    isStored: (tx: Tx, id: string) => Promise<boolean>
    /** False for what was logged before whole records were. */
    isWhole: (logged: Record<string, unknown>) => boolean
  }
}

/** What undoing left as it is, because it was changed since. */
export type Undone = { kept: string[] }

export type UndoneChange = {
  subjectId: string | null
  action: ChangeAction
  before?: Record<string, unknown> | null | undefined
  after?: Record<string, unknown> | null | undefined
}

/** Saves, removes, restores, logs and undoes records of a kind. */
export function recordKind<
  Form extends object,
  Read extends Stored<Form>,
  Calling extends RecordCall = RecordCall,
>(kind: RecordKindOptions<Form, Read, Calling>) {
  const { subject, fields, fixed = [], nameOf, lock, write } = kind
  const formOf = (record: Form) =>
    Object.fromEntries(fields.map((name) => [name, record[name]])) as Record<string, unknown> & Form

  /**
   * An entry of the change log. A new record's fields are kept, of a changed one (`before`) those that differ, and those of one
   * that is deleted for good.
   */
  const changeOf = (id: string, action: ChangeAction, record: Form, before?: Form): ChangeOf => {
    const isDropped = action === 'deleted' && kind.dropped !== undefined
    return {
      subject,
      ...(id ? { subjectId: id } : {}),
      subjectName: nameOf(record),
      action,
      ...(before || isDropped ? { before: formOf(before ?? record) } : {}),
      ...(before || action === 'added' ? { after: formOf(record) } : {}),
    }
  }
  const log = (call: Calling, id: string, action: ChangeAction, record: Form, before?: Form) =>
    recordChange(call.tx, actorOf(call), call.now, changeOf(id, action, record, before))

  /** @returns the record's id */
  const add = async (call: Calling, form: Form) => {
    const id = newId()
    const { stored } = await write(call, id, form, undefined)
    await log(call, id, 'added', { ...form, ...stored })
    return { id }
  }

  /** Fields that are not given stay. Refuses deleted records, and with `record.changed` those changed since `given.version`. */
  const changeLocked = async (call: Calling, before: Read, given: Given<Form>) => {
    if (before.isDeleted) throw new Refusal('notFound')
    if (given.version !== undefined && given.version !== before.version) throw new Refusal('record.changed')
    const changed = fields.filter((name) => given[name] !== undefined && !fixed.includes(name))
    const after: Form = { ...before }
    for (const name of changed) after[name] = given[name] as Form[typeof name]
    const { version, stored } = await write(call, before.id, after, before)
    await log(call, before.id, 'changed', { ...after, ...stored }, before)
    return { version, before, after }
  }
  const change = async (call: Calling, key: string, given: Given<Form>) =>
    changeLocked(call, await lock(call.tx, key), given)

  /** Soft; nothing happens to a deleted one. */
  const remove = async (call: Calling, key: string): Promise<void> => {
    const record = await lock(call.tx, key)
    if (record.isDeleted) return
    await kind.remove?.(call, record)
    await log(call, record.id, 'deleted', record)
  }

  const restore = async (call: Calling, key: string): Promise<void> => {
    const record = await lock(call.tx, key)
    if (!record.isDeleted) return
    await kind.restore?.(call, record)
    await log(call, record.id, 'restored', record)
  }

  const isUndoable = ({ action, before, after }: Pick<UndoneChange, 'action' | 'before' | 'after'>) => {
    if (action === 'changed')
      return fields.some(
        (name) => !fixed.includes(name) && before?.[name] !== undefined && after?.[name] !== undefined,
      )
    if (action === 'restored' || action === 'added') return kind.remove !== undefined
    if (action !== 'deleted') return false
    return kind.dropped ? kind.dropped.isWhole(before ?? {}) : kind.restore !== undefined
  }

  const addAgain = async (call: Calling, id: string, logged: Record<string, unknown>) => {
    const form = Object.fromEntries(fields.map((name) => [name, logged[name] ?? null])) as Form
    const { stored } = await write(call, id, form, undefined)
    await log(call, id, 'restored', { ...form, ...stored })
  }

  /**
   * Undoes a logged change, as a change of its own: everything is checked as if it was made by hand. Fields that were
   * changed since stay. Refuses with `change.undone` where nothing is left to undo.
   */
  const undo = async (call: Calling, { subjectId, action, before, after }: UndoneChange): Promise<Undone> => {
    const id = subjectId ?? ''
    if (action === 'deleted' && kind.dropped) {
      if (await kind.dropped.isStored(call.tx, id)) throw new Refusal('change.undone')
      await addAgain(call, id, before ?? {})
      return { kept: [] }
    }
    const record = await lock(call.tx, id)
    if (action !== 'changed') {
      const isGone = action === 'deleted'
      if (Boolean(record.isDeleted) !== isGone) throw new Refusal('change.undone')
      if (isGone) await restore(call, record.id)
      else await remove(call, record.id)
      return { kept: [] }
    }
    const given: Record<string, unknown> = {}
    const kept: string[] = []
    for (const name of fields) {
      if (fixed.includes(name) || before?.[name] === undefined || after?.[name] === undefined) continue
      if (isDeepStrictEqual(record[name], before[name])) continue
      if (isDeepStrictEqual(record[name], after[name])) given[name] = before[name]
      else kept.push(name)
    }
    if (Object.keys(given).length === 0 && kept.length === 0) throw new Refusal('change.undone')
    if (Object.keys(given).length > 0) await changeLocked(call, record, given as Given<Form>)
    return { kept }
  }

  return {
    subject,
    page: kind.page,
    nameOf,
    lock,
    log,
    changeOf,
    add,
    change,
    remove,
    restore,
    isUndoable,
    undo,
  }
}

export type RecordKind = Pick<ReturnType<typeof recordKind>, 'subject' | 'page' | 'isUndoable' | 'undo'>
