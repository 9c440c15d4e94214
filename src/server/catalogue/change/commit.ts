import { actorOf } from '#server/changes/record.ts'
import { errorCode } from '#server/db/error-code.ts'
import { newId } from '#server/db/newId.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { SignedIn } from '#server/http.ts'
import { Refusal } from '#shared/errors.ts'
import { addChanges, type EntityChange, openSet, type SetSource } from './changeSet.ts'
import { recordChangeSet } from './record.ts'
import { raiseVersion } from './version.ts'
import { writeChanges } from './write.ts'

type Call = Pick<SignedIn, 'user' | 'request' | 'now'> & { tx: Tx }

/**
 * Makes a change set of the office: records it, writes it, and raises the catalogue's version as the transaction's last
 * statement. The caller has compared under the lock. Answers the versions of the products that changed, and the set's id
 * where anything did. Refuses with
 * `record.changed` where somebody has just added the same colour, or given away a barcode.
 */
export async function commitChanges(
  call: Call,
  set: { source: SetSource; changes: EntityChange[]; names: ReadonlyMap<string, string> },
): Promise<{ versions: Map<string, number>; changeSetId?: string }> {
  const { source, changes, names } = set
  if (changes.length === 0) return { versions: new Map() }
  const { tx, now: at } = call
  const actor = actorOf(call)
  const id = newId()
  const [, , versions] = await Promise.all([
    openSet(tx, { id, source, name: labelOf(changes), actor, at }),
    addChanges(tx, id, changes, at),
    writeChanges(tx, id, { at }).catch((error: unknown) => {
      throw errorCode(error) === '23505' ? new Refusal('record.changed') : error
    }),
    recordChangeSet(tx, { actor, at, setId: id }, changes, names),
  ])
  await raiseVersion(tx, [...new Set(changes.map(({ productId }) => productId))])
  return { versions, changeSetId: id }
}

/** The items of a set, the first few by their codes. */
function labelOf(changes: EntityChange[]): string {
  const codes = [...new Set(changes.map(({ itemCode }) => itemCode))]
  return codes.length > 3 ? `${codes.slice(0, 3).join(', ')} …` : codes.join(', ')
}
