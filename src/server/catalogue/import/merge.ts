import type { Actor } from '#server/changes/record.ts'
import { type Statement, unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { writeChanges } from '../change/write.ts'
import * as differences from './differences.ts'
import type { Columns, Shop } from './file/columns.ts'
import type { Counts, ImportReport } from './file/report.ts'
import { priceLogStep } from './importLog.ts'
import { insertBrands, insertCategories, lockParents, resolveBrands, resolveCategories } from './names.ts'
import type { ImageList } from './photos.ts'

/** Locks all rows to be written, so that recorded old values are current. Order as in stock.ts of orders. */
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
const anythingTouched = unprepared(`select exists (select from import_touched) as touched`)
export type Merged = Pick<
  ImportReport,
  'products' | 'variants' | 'prices' | 'images' | 'brandsAdded' | 'categoriesAdded'
>

export const nothingMerged = (): Merged => ({
  products: { added: 0, changed: 0, unchanged: 0 },
  variants: { added: 0, changed: 0, unchanged: 0 },
  prices: { added: 0, changed: 0, unchanged: 0 },
  images: { added: 0, changed: 0, unchanged: 0 },
  brandsAdded: 0,
  categoriesAdded: 0,
})

/** `runId`: the run of a previous check. */
export async function compareRows(
  tx: BulkTx,
  columns: Columns,
  options: { images: ImageList; runId?: string; onStep: OnStep },
): Promise<Merged> {
  const { images, runId } = options
  let done = 0
  const step = () => options.onStep((done += 1), 6)
  const attributes = columns.attributes.map(({ name }) => name)

  await tx.temporary(differences.createProducts(attributes.length))
  const brandsAdded = await resolveBrands(tx)
  const categoriesAdded = await resolveCategories(tx)
  step()
  await tx.query(differences.compareProducts, attributes)
  step()
  const checked = runId === undefined ? [] : [runId]
  await tx.query(differences.compareVariants(runId !== undefined), describesProducts(columns), ...checked)
  step()
  const groups = columns.prices.map(({ group }) => group)
  await tx.query(differences.comparePrices, groups)
  step()
  const { itemCodes, colorCodes, fileNames, hashes, replaces } = images
  await tx.query(differences.compareImages, itemCodes, colorCodes, fileNames, hashes, replaces)
  await tx.temporary(differences.collectTouchedProducts)
  step()
  const counts = await tx.temporary<{ kind: keyof Merged } & Counts>(differences.countDifferences)
  step()
  const merged = { ...nothingMerged(), brandsAdded, categoriesAdded }
  for (const { kind, ...count } of counts) Object.assign(merged, { [kind]: count })
  return merged
}

type OnStep = (done: number, total: number) => void

/**
 * Writes the compared differences in a fixed number of statements and returns whether there were any; the caller then
 * raises the catalogue version last. `note` records the changes once everything is locked, and may throw.
 */
export async function writeRows(
  tx: BulkTx,
  options: {
    shop: Shop
    actor: Actor
    at: Date
    setId: string
    onStep: OnStep
    note: () => Promise<void>
  },
): Promise<boolean> {
  const { shop, actor, at, setId, note } = options
  const [{ touched } = { touched: false }] = await tx.temporary<{ touched: boolean }>(anythingTouched)
  if (!touched) return false
  const before: [Statement, ...unknown[]][] = [
    priceLogStep(actor, at, shop.currencyCode),
    [insertBrands, at],
    [lockParents],
    [insertCategories, at],
  ]
  let done = 0
  let total = before.length + 3
  const step = () => options.onStep((done += 1), total)
  await tx.query(lockProducts)
  await tx.query(lockVariants)
  step()
  await note()
  step()
  for (const [statement, ...values] of before) {
    await tx.query(statement, ...values)
    step()
  }
  await writeChanges(tx, setId, {
    at,
    onStep: (_, steps) => {
      total = before.length + 3 + steps
      step()
    },
  })
  step()
  return true
}

/** Whether the file describes products completely; then its row order is the order of sizes. */
function describesProducts({ at, identity }: Columns): boolean {
  return identity === 'codes' && at.has('brandName') && at.has('categoryName') && at.has('itemDescription')
}
