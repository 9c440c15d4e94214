import { isDeepStrictEqual } from 'node:util'
import { actorOf, type ChangeOf, recordChange } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { SignedIn } from '#server/http/http.ts'
import type { ChangeAction, ChangeSubject } from '#shared/changes/changeKinds.ts'
import { Refusal } from '#shared/errors.ts'
import type { PageName } from '#shared/pages.ts'

/** `confirmed`: false where a person has still to be asked about what may be a mistake. */
export type RecordCall = SignedIn & { tx: Tx; confirmed?: boolean }

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
  /** Fields that say something only together. They are logged together, and undone together or not at all. */
  together?: readonly (readonly (keyof Form & string)[])[]
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
  /** Only for kinds whose records are deleted for good. Undoing a deletion adds the record again, as the change log has it. */
  dropped?: {
    /** False for entries from before deletions were logged whole. */
    isWhole: (logged: Record<string, unknown>) => boolean
    /** Checks and adds a record under its former id. Refuses with `change.undone` if it is there. */
    addAgain: (call: Calling, id: string, form: Form, version: number) => Promise<Partial<Form>>
  }
}

/** `kept`: fields that undoing left as they are, because they were changed since. `isUndone`: there were others. */
export type Undone = { isUndone: boolean; kept: string[] }

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
  const { subject, fields, fixed = [], together = [], nameOf, lock, write } = kind
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
      ...(before ? { before: formOf(before) } : {}),
      ...(isDropped
        ? { before: { ...formOf(record), version: (record as Form & Partial<Read>).version } }
        : {}),
      ...(before || action === 'added' ? { after: formOf(record) } : {}),
      together,
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

  /** The groups of fields that a logged change is about. A field that is in no group is one by itself. */
  const loggedUnits = (before: Record<string, unknown>, after: Record<string, unknown>) => {
    const joined = together.flat()
    const alone = fields
      .filter((name) => !fixed.includes(name) && !joined.includes(name))
      .map((name) => [name])
    return [...together, ...alone].filter((unit) =>
      unit.some((name) => before[name] !== undefined || after[name] !== undefined),
    )
  }

  const isUndoable = ({ action, before, after }: Pick<UndoneChange, 'action' | 'before' | 'after'>) => {
    if (action === 'changed') {
      const [was, is] = [before ?? {}, after ?? {}]
      const isDescribed = Object.keys({ ...was, ...is }).every((name) =>
        fields.some((field) => field === name),
      )
      const units = loggedUnits(was, is)
      // Older entries may lack a part, or have it in words under another name.
      const isWhole = units.flat().every((name) => was[name] !== undefined && is[name] !== undefined)
      return isDescribed && isWhole && units.length > 0
    }
    if (action === 'restored' || action === 'added') return kind.remove !== undefined
    if (action !== 'deleted') return false
    return kind.dropped ? kind.dropped.isWhole(before ?? {}) : kind.restore !== undefined
  }

  const addAgain = async (
    call: Calling,
    id: string,
    dropped: NonNullable<typeof kind.dropped>,
    logged: Record<string, unknown>,
  ) => {
    const form = Object.fromEntries(fields.map((name) => [name, logged[name] ?? null])) as Form
    // A form that was opened before the deletion must not save: no earlier version is the same.
    const stored = await dropped.addAgain(call, id, form, Number(logged.version ?? 0) + 1)
    await log(call, id, 'restored', { ...form, ...stored })
  }

  /**
   * Undoes a logged change, as a change of its own: everything is checked as if it was made by hand. Fields that were
   * changed since stay. Refuses with `change.undone` where nothing is left to undo.
   */
  const undo = async (call: Calling, { subjectId, action, before, after }: UndoneChange): Promise<Undone> => {
    const id = subjectId ?? ''
    if (action === 'deleted' && kind.dropped) {
      await addAgain(call, id, kind.dropped, before ?? {})
      return { isUndone: true, kept: [] }
    }
    const record = await lock(call.tx, id)
    if (action !== 'changed') {
      const isGone = action === 'deleted'
      if (Boolean(record.isDeleted) !== isGone) throw new Refusal('change.undone')
      if (isGone) await restore(call, record.id)
      else await remove(call, record.id)
      return { isUndone: true, kept: [] }
    }
    const given: Record<string, unknown> = {}
    const kept: string[] = []
    const [was, is] = [before ?? {}, after ?? {}]
    for (const unit of loggedUnits(was, is)) {
      const differing = (side: Record<string, unknown>) =>
        unit.filter((name) => !isDeepStrictEqual(record[name as keyof Read], side[name]))
      if (differing(was).length === 0) continue
      const changed = differing(is)
      if (changed.length === 0) for (const name of unit) given[name] = was[name]
      kept.push(...changed)
    }
    const isUndone = Object.keys(given).length > 0
    if (!isUndone && kept.length === 0) throw new Refusal('change.undone')
    if (isUndone) await changeLocked(call, record, given as Given<Form>)
    return { isUndone, kept }
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
