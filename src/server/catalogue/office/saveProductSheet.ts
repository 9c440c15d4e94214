import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { type Call, verb } from '#server/http/http.ts'
import { saveProductSheet } from '#shared/catalogue/productSheet.ts'
import { Refusal } from '#shared/errors.ts'
import { commitChanges } from '../change/commit.ts'
import { compareProduct, type Places } from '../change/compare.ts'
import { ownersOf } from '../variantCodes.ts'
import { type ProductRow, productsById } from './productRecord.ts'
import {
  type AppliedCells,
  applyCells,
  type Owner,
  refuseTakenCodes,
  sheetOf,
  wantedCodes,
} from './productSheetCells.ts'

// Lock order as in saveProducts.
const lockProducts = prepared(`
  select id from products where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update`)
const lockVariants = prepared(`
  select id, sort_order as "sortOrder" from variants
  where tenant_id = $1 and product_id = any ($2::uuid[]) order by id for update`)
type Place = { id: string; sortOrder: number }

const findOwners = prepared(`
  select o.field, o.code, o.id as "variantId",
         concat_ws(' ', p.item_code, nullif(p.color_code, ''), nullif(p.color_description, ''), o.name) as name
  from (${ownersOf('$2')}) o join products p on p.tenant_id = $1 and p.id = o.product_id`)

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
  const codes = wantedCodes(applied)
  if (codes.length > 0) refuseTakenCodes(applied, await tx.query<Owner>(findOwners, codes))
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
