import { writeFigures } from '#server/catalogue/figures.ts'
import { nameOf } from '#server/catalogue/office/productRecord.ts'
import { bumpCatalogue } from '#server/catalogue/office/productWrites.ts'
import { type Actor, recordChanges } from '#server/changes/record.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'

/** A size or lot that the ERP has changed: its value before and after as the change log has it, null for none. */
export type ChangedVariant = {
  productId: string
  itemCode: string
  colorCode: string
  itemDescription: string
  /** Its size, or its lot code. */
  variant: string
  before: string | null
  after: string | null
}

/** Of {@link recordedProduct}: what is said of each size or lot. */
type Field = 'prices' | 'inventory' | 'inactiveVariants'

const raiseVersions = prepared(`
  update products set version = version + 1, updated_at = $3 where tenant_id = $1 and id = any ($2::uuid[])`)

/**
 * The last step of a change by the ERP: raises the versions of its products, records it once for each product, works out
 * their figures and has the shop read them anew. A form that was opened before is refused when it is saved. Stock raises
 * no version, just as when an order takes it: the form sends what it read, and is told where that has moved.
 */
export async function keepChanges(
  tx: Tx,
  { actor, now }: { actor: Actor; now: Date },
  field: Field,
  changed: ChangedVariant[],
): Promise<void> {
  if (changed.length === 0) return
  const products = Map.groupBy(changed, ({ productId }) => productId)
  const ids = [...products.keys()]
  const records = [...products].map(([subjectId, variants]) => ({
    subject: 'product' as const,
    subjectId,
    subjectName: nameOf(variants[0] as ChangedVariant),
    action: 'changed' as const,
    before: linesOf(field, variants, 'before'),
    after: linesOf(field, variants, 'after'),
  }))
  await Promise.all([
    ...(field === 'inventory' ? [] : [tx.query(raiseVersions, ids, now)]),
    tx.query(writeFigures, ids),
    recordChanges(tx, actor, now, records),
  ])
  await bumpCatalogue(tx)
}

function linesOf(field: Field, variants: ChangedVariant[], side: 'before' | 'after') {
  const lines = variants.flatMap((one) => {
    const value = one[side]
    return value === null ? [] : [`${one.variant} ${value}`.trim()]
  })
  return lines.length > 0 ? { [field]: lines.toSorted() } : {}
}
