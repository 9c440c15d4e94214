import type { Actor } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { undoableMs } from './oldSets.ts'

/** Fields by their wire names; a variant's prices as `priceGROUP`: { amount, currency }, the amount in minor units. */
export type Side = Record<string, unknown>

/**
 * What changes of one product, or of one of its sizes and lots: the fields that differ, before and after. A field that one
 * side lacks was or becomes empty. Of a new one `after` has all fields that say something, of a removed one `before`.
 */
export type EntityChange = {
  entity: 'product' | 'variant'
  id: string
  productId: string
  state: 'new' | 'changed' | 'removed'
  itemCode: string
  colorCode: string
  /** A size, or the code of a lot; '' of a product. */
  size: string
  isLot: boolean
  /** Of a product: its description. */
  name: string
  before: Side
  after: Side
}

/** Who made a change set, from where. */
export type SetSource = 'form' | 'sheet' | 'erp' | 'undo'

const insertSet = prepared(`
  insert into change_sets (tenant_id, id, source, file_name, state, created_by, created_by_name, created_at, applied_at,
                           applied_by_name)
  values ($1, $2, $3, $4, 'applied', $5, $6, $7, $7, $6)
  on conflict (tenant_id, id) do update set applied_at = excluded.applied_at`)

/** Opens a change set that is made in this transaction; one of several transactions is opened by each. */
export async function openSet(
  tx: Tx,
  set: { id?: string; source: SetSource; name: string; actor: Actor; at: Date },
): Promise<string> {
  const { id = newId(), source, name, actor, at } = set
  await Promise.all([
    tx.query(insertSet, id, source, name.slice(0, 200), actor.userId, actor.name, at),
    requestJobs(tx, undefined, ['cleanup'], new Date(at.getTime() + undoableMs)),
  ])
  return id
}

const insertRows = prepared(`
  insert into catalogue_changes (tenant_id, set_id, entity, id, product_id, state, item_code, color_code, size, is_lot, name,
                                 before, after, written_at)
  select $1, $2::uuid, n.entity, n.id, n.product_id, n.state, n.item_code, n.color_code, n.size, n.is_lot, n.name,
         n.before, n.after, $4::timestamptz
  from jsonb_to_recordset($3) n (entity text, id uuid, product_id uuid, state text, item_code text, color_code text,
    size text, is_lot boolean, name text, before jsonb, after jsonb)
  on conflict do nothing`)

/** Adds changes to a set, from which {@link import('./write.ts').writeChanges} then writes them. */
export async function addChanges(tx: Tx, setId: string, changes: EntityChange[], at: Date): Promise<void> {
  const rows = changes.map(({ productId, itemCode, colorCode, isLot, ...rest }) => ({
    ...rest,
    product_id: productId,
    item_code: itemCode,
    color_code: colorCode,
    is_lot: isLot,
  }))
  await tx.query(insertRows, setId, JSON.stringify(rows), at)
}

// The same row in both: from before the earlier to after the later one.
const moveRows = prepared(`
  with moved as (delete from catalogue_changes where tenant_id = $1 and set_id = $2 returning *)
  insert into catalogue_changes as c (tenant_id, set_id, entity, id, product_id, state, item_code, color_code, size, is_lot, name,
                                 before, after, written_at)
  select $1, $3::uuid, entity, id, product_id, state, item_code, color_code, size, is_lot, name, before, after, written_at
  from moved
  on conflict (tenant_id, set_id, entity, id) do update
    set before = excluded.before || c.before, after = c.after || excluded.after, written_at = excluded.written_at`)

/** Makes a set that was just written part of another one, made in several transactions. */
export async function joinSet(tx: Tx, setId: string, into: string): Promise<void> {
  await tx.query(moveRows, setId, into)
}
