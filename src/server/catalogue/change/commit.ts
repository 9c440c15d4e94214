import { actorOf } from '#server/changes/record.ts'
import { errorCode } from '#server/db/error-code.ts'
import { newId } from '#server/db/newId.ts'
import type { Tx } from '#server/db/tenant.ts'
import { raiseCatalogueVersion } from '#server/db/versions.ts'
import type { SignedIn } from '#server/http/http.ts'
import { Refusal } from '#shared/errors.ts'
import { addChanges, type EntityChange, openSet, type SetSource } from './changeSet.ts'
import { recordChangeSet } from './record.ts'
import { writeChanges } from './write.ts'

type Call = Pick<SignedIn, 'user' | 'request' | 'now'> & { tx: Tx }

/**
 * Records and writes a change set, then raises the catalogue version as the last statement. The caller has compared
 * under the lock.
 * @throws Refusal `record.changed` if somebody just added the same colour or took a barcode.
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
    writeChanges(tx, id, { at, changes }).catch((error: unknown) => {
      throw errorCode(error) === '23505' ? new Refusal('record.changed') : error
    }),
    recordChangeSet(tx, { actor, at, setId: id }, changes, names),
  ])
  await raiseCatalogueVersion(tx, [...new Set(changes.map(({ productId }) => productId))])
  return { versions, changeSetId: id }
}

function labelOf(changes: EntityChange[]): string {
  const codes = [...new Set(changes.map(({ itemCode }) => itemCode))]
  return codes.length > 3 ? `${codes.slice(0, 3).join(', ')} …` : codes.join(', ')
}
