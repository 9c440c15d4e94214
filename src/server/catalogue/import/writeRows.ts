import type { Actor } from '#server/changes/record.ts'
import { type Statement, unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { writeChanges } from '../change/write.ts'
import { noteProductsOfSet, writeSetTexts } from '../texts/writeTexts.ts'
import type { OnStep } from './differences.ts'
import type { Shop } from './file/columns.ts'
import { priceLogStep } from './importLog.ts'
import { insertBrands, insertCategories, lockParents } from './names.ts'
import { lockTranslations } from './texts.ts'

const lockProducts = unprepared(`select count(*) from (
  select p.id from products p
  where p.tenant_id = $1 and p.id in (select t.id from import_touched t where not t.is_new)
  order by p.id for no key update) locked`)
const lockVariants = unprepared(`select count(*) from (
  select v.id from variants v
  where v.tenant_id = $1 and v.id in (
    select c.id from import_variant_change c where c.is_changed
    union all select r.variant_id from import_price_change r where r.action <> 'unchanged')
  order by v.id for no key update) locked`)
const anythingTouched = unprepared(`select exists (select from import_touched)
    or exists (select from import_text_change where action <> 'unchanged') as touched`)

/**
 * Locks all rows to be written, so that old values recorded afterwards are current, in the order of `lockAndReadOffers`.
 * Returns whether there are any.
 */
export async function lockTouched(tx: BulkTx): Promise<boolean> {
  const [found] = await tx.temporary<{ touched: boolean }>(anythingTouched)
  if (!found?.touched) return false
  await tx.query(lockProducts)
  await tx.query(lockVariants)
  await tx.query(lockTranslations)
  return true
}

/**
 * Writes the differences, locked and recorded in the set, in a fixed number of statements. The caller then raises the
 * catalogue version last.
 */
export async function writeRows(
  tx: BulkTx,
  options: { shop: Shop; actor: Actor; at: Date; setId: string; onStep: OnStep },
): Promise<void> {
  const { shop, actor, at, setId, onStep } = options
  const before: [Statement, ...unknown[]][] = [
    priceLogStep(actor, at, shop.currencyCode),
    [insertBrands, at],
    [lockParents],
    [insertCategories, at],
  ]
  for (const [index, [statement, ...values]] of before.entries()) {
    await tx.query(statement, ...values)
    onStep(index + 1, before.length + 1)
  }
  // Before the products, which are found by them.
  await writeSetTexts(tx, setId, at)
  await writeChanges(tx, setId, {
    at,
    onStep: (done, steps) => onStep(before.length + done, before.length + steps),
  })
  await noteProductsOfSet(tx, setId)
}
