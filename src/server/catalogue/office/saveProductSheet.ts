import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { saveProductSheet } from '#shared/catalogue/productSheet.ts'
import { Refusal } from '#shared/errors.ts'
import { commitChanges } from '../change/commit.ts'
import { compareProduct, type Places } from '../change/compare.ts'
import { type ProductRow, productsById } from './productRecord.ts'
import {
  type AppliedCells,
  applyCells,
  type Owner,
  refuseTakenBarcodes,
  sheetOf,
  wantedBarcodes,
} from './productSheetCells.ts'

// Lock order as in saveProducts.
const lockProducts = prepared(`
  select id from products where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update`)
const lockVariants = prepared(`
  select id, sort_order as "sortOrder" from variants
  where tenant_id = $1 and product_id = any ($2::uuid[]) order by id for update`)
type Place = { id: string; sortOrder: number }

const findOwners = prepared(`
  select v.barcode, v.id as "variantId",
         concat_ws(' ', p.item_code, nullif(p.color_code, ''), nullif(p.color_description, ''), v.size || v.lot_code) as name
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id
  where v.tenant_id = $1 and v.barcode = any ($2::text[])`)

/**
 * Saves the cells still at the value read; returns the others with their current values.
 * @throws Refusal `notFound` if none of the products exists.
 */
export const saveSheet = verb(saveProductSheet, async (call, { products }) => {
  const { tx } = call
  const ids = products.map(({ id }) => id)
  const [, places, rows] = await Promise.all([
    tx.query(lockProducts, ids),
    tx.query<Place>(lockVariants, ids),
    tx.query<ProductRow>(productsById, ids),
  ])
  if (rows.length === 0) throw new Refusal('notFound')
  const stored = new Map(rows.map(({ product }) => [product.id, product]))
  const storedPlaces = new Map(places.map(({ id, sortOrder }) => [id, sortOrder]))
  const applied = products.map((change) => applyCells(change, stored.get(change.id), storedPlaces))
  const barcodes = wantedBarcodes(applied)
  if (barcodes.length > 0) refuseTakenBarcodes(applied, await tx.query<Owner>(findOwners, barcodes))
  const changed = await writeAll(call, applied, storedPlaces)
  return {
    ...changed,
    refused: applied.flatMap(({ refused }) => refused),
    present: applied.flatMap(({ after, places: at, refused }) =>
      after && refused.length > 0 ? [sheetOf(after, at)] : [],
    ),
  }
})

type Saving = Pick<Call<typeof saveProductSheet>, 'now' | 'user' | 'request'> & { tx: Tx }

async function writeAll(call: Saving, applied: AppliedCells[], places: Places) {
  const changes = applied.flatMap(({ id, before, after, places: wantedPlaces }) =>
    before && after
      ? compareProduct({
          id,
          itemCode: after.itemCode,
          stored: before,
          wanted: after,
          storedPlaces: places,
          wantedPlaces,
        })
      : [],
  )
  const names = new Map(applied.flatMap(({ id, after }) => (after ? [[id, after.itemDescription]] : [])))
  const { versions, ...set } = await commitChanges(call, { source: 'sheet', changes, names })
  return { changed: [...versions.keys()], ...set }
}
