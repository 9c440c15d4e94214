import type { z } from 'zod'
import { actorOf, recordChanges } from '#server/changes/record.ts'
import { errorCode } from '#server/db/error-code.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { Call } from '#server/http.ts'
import { Refusal } from '#shared/errors.ts'
import type { GivenProduct } from '#shared/givenProducts.ts'
import type { saveProductSheet } from '#shared/productSheet.ts'
import type { OfficeProduct } from '#shared/products.ts'
import { collectWrites, type Places } from './productDifferences.ts'
import { nameOf, productsById, type Read } from './productRecord.ts'
import { recordedProduct } from './productRecorded.ts'
import {
  type Applied,
  applyCells,
  type Owner,
  refuseTakenBarcodes,
  sheetOf,
  wantedBarcodes,
} from './productSheetCells.ts'
import { bumpCatalogue, emptyWrites, write } from './productWrites.ts'

// As saveProducts does: products, then their variants in the order of ids as orders do, then the counter.
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
 * Saves the cells of a sheet that still are as they were read, in a fixed number of statements; says of each other one
 * why not, and what is there. Refuses with `notFound` where none of the products is there.
 */
export async function saveSheet(
  call: Call<typeof saveProductSheet>,
  { products }: z.output<typeof saveProductSheet.input>,
) {
  const { tx } = call
  const ids = products.map(({ id }) => id)
  const [, places, rows] = await Promise.all([
    tx.query(lockProducts, ids),
    tx.query<Place>(lockVariants, ids),
    tx.query<Read>(productsById, ids),
  ])
  if (rows.length === 0) throw new Refusal('notFound')
  const stored = new Map(rows.map(({ product }) => [product.id, product]))
  const stands = new Map(places.map(({ id, sortOrder }) => [id, sortOrder]))
  const applied = products.map((change) => applyCells(change, stored.get(change.id), stands))
  const barcodes = wantedBarcodes(applied)
  if (barcodes.length > 0) refuseTakenBarcodes(applied, await tx.query<Owner>(findOwners, barcodes))
  const changed = await writeAll(call, applied, stands)
  return {
    success: true as const,
    data: {
      changed,
      refused: applied.flatMap(({ refused }) => refused),
      present: applied.flatMap(({ after, places: at, refused }) =>
        after && refused.length > 0 ? [sheetOf(after, at)] : [],
      ),
    },
  }
}

type Saving = Pick<Call<typeof saveProductSheet>, 'now' | 'user' | 'request'> & { tx: Tx }

async function writeAll(call: Saving, applied: Applied[], stands: Places): Promise<string[]> {
  const { tx, now } = call
  const writes = emptyWrites()
  const changed = applied.flatMap(({ id, before, after, places }) => {
    if (!before || !after) return []
    const given = givenOf(after, before)
    return collectWrites({ id, itemCode: after.itemCode, given, stored: before, places }, stands, writes)
      ? [{ before, after }]
      : []
  })
  if (changed.length === 0) return []
  await Promise.all([
    write(tx, writes, now).catch((error: unknown) => {
      // Somebody else has just given the barcode.
      throw errorCode(error) === '23505' ? new Refusal('record.changed') : error
    }),
    recordChanges(
      tx,
      actorOf(call),
      now,
      changed.map(({ before, after }) => ({
        subject: 'product' as const,
        subjectId: after.id,
        subjectName: nameOf(after),
        action: 'changed' as const,
        ...recordedProduct(before, after),
      })),
    ),
  ])
  await bumpCatalogue(tx)
  return changed.map(({ after }) => after.id)
}

/** A product as its form would give it. */
function givenOf(after: OfficeProduct, before: OfficeProduct): GivenProduct {
  return {
    ...after,
    items: after.items.map((item, index) => ({ ...item, inventoryRead: before.items[index]?.inventory })),
  }
}
