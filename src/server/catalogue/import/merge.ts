import type { Actor } from '#server/changes/record.ts'
import type { Statement } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { writeChanges } from '../change/write.ts'
import { planAsUsual, planForAnyTenant } from '../figures.ts'
import * as differences from './differences.ts'
import type { Columns, Shop } from './file/columns.ts'
import type { Counts, ImportReport } from './file/report.ts'
import { holdParents, insertBrands, insertCategories, nameBrands, nameCategories } from './names.ts'
import type { ImageList } from './photos.ts'
import { pricesRecorded } from './recorded.ts'

/**
 * All that are written: what is noted of them as they were is what is then replaced. Locked as stock.ts of the orders
 * says, so that nobody waits in a circle: products by id, then variants by id, of which a new price's foreign key
 * locks its own too.
 */
const lockProducts: Statement = {
  text: `select count(*) from (
    select p.id from products p
    where p.tenant_id = $1 and p.id in (select t.id from import_touched t where not t.is_new)
    order by p.id for no key update) locked`,
}
const lockVariants: Statement = {
  text: `select count(*) from (
    select v.id from variants v
    where v.tenant_id = $1 and v.id in (
      select c.id from import_variant_change c where c.is_changed
      union all select r.variant_id from import_price_change r where r.action <> 'unchanged')
    order by v.id for no key update) locked`,
}
const anythingTouched: Statement = {
  text: `select exists (select from import_touched) as touched`,
}
/** What the merge itself can say of an import. */
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

/**
 * Works out what the staged rows would change, into temporary tables, and changes nothing. `onStep` hears of each
 * statement; `runId` is the run that was checked before, if any.
 */
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
  const brandsAdded = await nameBrands(tx)
  const categoriesAdded = await nameCategories(tx)
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
  await tx.temporary(differences.collectTouched)
  step()
  const counts = await tx.temporary<{ kind: keyof Merged } & Counts>(differences.countDifferences)
  step()
  const merged = { ...nothingMerged(), brandsAdded, categoriesAdded }
  for (const { kind, ...count } of counts) Object.assign(merged, { [kind]: count })
  return merged
}

type OnStep = (done: number, total: number) => void

/**
 * Brings what was compared into the catalogue by a fixed number of statements, whatever the number of rows. Only what
 * differs is written, stamped with `at`; where nothing does, nothing is. Resolves with whether anything was: then the
 * catalogue's version is still to be raised, as the transaction's last step.
 * `note` writes the changes into the change set `setId` once everything is locked, and may still refuse by throwing.
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
    pricesRecorded(actor, at, shop.currencyCode),
    [insertBrands, at],
    [holdParents],
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
  // A shop that was filled just now has no rows by the statistics, and would be planned for none.
  await tx.temporary(planForAnyTenant)
  await writeChanges(tx, setId, {
    at,
    onStep: (_, steps) => {
      total = before.length + 3 + steps
      step()
    },
  })
  await tx.temporary(planAsUsual)
  step()
  return true
}

/** True where the file says all that a product has: then the order of its rows is the order of the sizes. */
function describesProducts({ at, identity }: Columns): boolean {
  return identity === 'codes' && at.has('brandName') && at.has('categoryName') && at.has('itemDescription')
}
