import type { Actor } from '#server/changes/record.ts'
import { newId } from '#server/db/newId.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { requestJobs } from '#server/jobs/jobs.ts'
import { undoWindowMs } from './oldSets.ts'

/** Fields by wire name; prices as `priceGROUP`: { amount in minor units, currency }. */
export type Side = Record<string, unknown>

/**
 * The differing fields of a product or variant, before and after; a missing field is empty. New and removed rows have
 * all non-empty fields on one side.
 */
export type EntityChange = {
  entity: 'product' | 'variant'
  id: string
  productId: string
  state: 'new' | 'changed' | 'removed'
  itemCode: string
  colorCode: string
  /** A size or lot code; '' for a product. */
  size: string
  isLot: boolean
  /** The description of a product. */
  name: string
  before: Side
  after: Side
}

export type SetSource = 'form' | 'sheet' | 'erp' | 'undo'

const insertSet = prepared(`
  insert into change_sets (tenant_id, id, source, file_name, state, created_by, created_by_name, created_at, applied_at,
                           applied_by_name)
  values ($1, $2, $3, $4, 'applied', $5, $6, $7, $7, $6)
  on conflict (tenant_id, id) do update set applied_at = excluded.applied_at`)

/** Opens a change set, or continues the one with this id in another transaction. */
export async function openSet(
  tx: Tx,
  set: { id?: string; source: SetSource; name: string; actor: Actor; at: Date },
): Promise<string> {
  const { id = newId(), source, name, actor, at } = set
  await Promise.all([
    tx.query(insertSet, id, source, name.slice(0, 200), actor.userId, actor.name, at),
    requestJobs(tx, undefined, ['cleanup'], new Date(at.getTime() + undoWindowMs)),
  ])
  return id
}

const insertRows = prepared(`
  insert into catalogue_changes (tenant_id, set_id, entity, id, product_id, state, item_code, color_code, size, is_lot, name,
                                 before, after, written_at)
  select $1, $2::uuid, n.entity, n.id, n.product_id, n.state, n.item_code, n.color_code, n.size, n.is_lot, n.name,
         n.before, n.after, $4::timestamptz
  from jsonb_to_recordset($3) n (entity text, id uuid, product_id uuid, state text, item_code text, color_code text,
    size text, is_lot boolean, name text, before jsonb, after jsonb)`)

/** Adds rows to a set; {@link import('./write.ts').writeChanges} applies them. */
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

// Where both sets have a row: before from the earlier, after from the later.
const moveRows = prepared(`
  with moved as (delete from catalogue_changes where tenant_id = $1 and set_id = $2 returning *)
  insert into catalogue_changes as c (tenant_id, set_id, entity, id, product_id, state, item_code, color_code, size, is_lot, name,
                                 before, after, written_at)
  select $1, $3::uuid, entity, id, product_id, state, item_code, color_code, size, is_lot, name, before, after, written_at
  from moved
  on conflict (tenant_id, set_id, entity, id) do update
    set before = excluded.before || c.before, after = c.after || excluded.after, written_at = excluded.written_at`)

/** Moves a set's rows into a set that spans several transactions. */
export async function joinSet(tx: Tx, setId: string, into: string): Promise<void> {
  await tx.query(moveRows, setId, into)
}
