import { foldedName } from '#server/db/search.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { verb } from '#server/http/http.ts'
import { oneOf } from '#server/http/refuse.ts'
import { mergeCategory, moveCategory, pathSeparator } from '#shared/catalogue/categories.ts'
import { Refusal } from '#shared/errors.ts'
import { listPricesById } from '../listedPrices.ts'
import { lockTreeAndRead, recordCategory, refuseNamesake, updateBranches } from './categoryTree.ts'

const readSiblings = prepared(`
  select id from categories where tenant_id = $1 and parent_id is not distinct from $2::uuid and id <> $3
  order by sort_order, full_name collate "tr-x-icu"`)
const writeParent = prepared(`
  update categories set parent_id = $3, updated_at = $4, version = version + 1
  where tenant_id = $1 and id = $2 returning version`)
// Keeps the version: editing a category does not conflict with its order.
const writeOrder = prepared(`
  update categories c set sort_order = o.place, updated_at = $3
  from unnest($2::uuid[]) with ordinality o (id, place)
  where c.tenant_id = $1 and c.id = o.id and c.sort_order <> o.place`)

/**
 * Moves a category with its branch under a parent, before one of its children.
 * @throws Refusal `record.changed` if the tree has changed since it was read.
 */
export const move = verb(moveCategory, async (call, given) => {
  const { tx, now } = call
  const { id, parentId, beforeId } = given
  const ids: [string, ...string[]] = parentId ? [id, parentId] : [id]
  const [before, parent] = await lockTreeAndRead(tx, ...ids)
  if (given.version !== undefined && given.version !== before.version) throw new Refusal('record.changed')
  if (parent?.path.includes(id)) throw new Refusal('category.cycle')
  // Older namesakes can still be sorted.
  if (parentId !== before.parentId)
    await refuseNamesake(call, { parentId, name: before.categoryName, exceptId: id })
  const others = (await tx.query<{ id: string }>(readSiblings, parentId, id)).map((other) => other.id)
  const place = beforeId ? others.indexOf(beforeId) : others.length
  if (place < 0) throw new Refusal('record.changed')
  const written = await oneOf(tx.query<{ version: number }>(writeParent, id, parentId, now))
  await tx.query(writeOrder, others.toSpliced(place, 0, id), now)
  await updateBranches(tx, [id], now)
  const above = ({ fullName }: { fullName: string }) =>
    fullName.split(pathSeparator).slice(0, -1).join(pathSeparator)
  await recordCategory(call, {
    subjectId: id,
    subjectName: before.fullName,
    action: 'changed',
    before: { parent: above(before) },
    after: { parent: parent?.fullName ?? '' },
  })
  return written
})

// Categories with a namesake at the same path, whatever its case, merge into it; below those without one there are none.
const readPairs = prepared(`
  select s.id, s.parent_id as "parentId", t.id as "intoId"
  from categories s
  cross join lateral (select $4 || substr(s.full_name, length($3) + 1) as path) wanted
  left join lateral (
    select c.id from categories c
    where c.tenant_id = $1 and not c.path @> array[$2::uuid]
      and ${foldedName('c.full_name')} = ${foldedName('wanted.path')}
    order by c.full_name <> wanted.path, c.full_name limit 1) t on true
  where s.tenant_id = $1 and s.path @> array[$2::uuid]`)
type Pair = { id: string; parentId: string | null; intoId: string | null }

// Products lock before categories, as in every product write.
const lockProducts = prepared(`
  select count(*) from (
    select p.id from products p
    where p.tenant_id = $1 and p.category_id in (
      select c.id from categories c where c.tenant_id = $1 and c.path @> array[$2::uuid])
    order by p.id for no key update) locked`)
const lockCategories = prepared(`
  select id from categories where tenant_id = $1 and id = any ($2::uuid[]) order by id for update`)
const moveProducts = prepared(`
  update products p set category_id = m.into_id, updated_at = $4, version = p.version + 1
  from unnest($2::uuid[], $3::uuid[]) m (id, into_id)
  where p.tenant_id = $1 and p.category_id = m.id returning p.id`)
// Avoids clashes when a branch moves up into its own parent.
const clearFullNames = prepared(`
  update categories set full_name = id::text where tenant_id = $1 and id = any ($2::uuid[])`)
const reparent = prepared(`
  update categories c set parent_id = m.into_id, updated_at = $4, sort_order = c.sort_order + coalesce((
    select max(s.sort_order) from categories s where s.tenant_id = $1 and s.parent_id = m.into_id), 0)
  from unnest($2::uuid[], $3::uuid[]) m (id, into_id)
  where c.tenant_id = $1 and c.id = m.id`)
const dropCategories = prepared('delete from categories where tenant_id = $1 and id = any ($2::uuid[])')

/** Moves all products and subcategories into another category and deletes this one. */
export const merge = verb(mergeCategory, async (call, { id, intoId }) => {
  const { tx, now } = call
  if (id === intoId) throw new Refusal('request.invalid')
  const [, [from, into]] = await Promise.all([tx.query(lockProducts, id), lockTreeAndRead(tx, id, intoId)])
  if (into.path.includes(id)) throw new Refusal('category.cycle')
  const pairs = await tx.query<Pair>(readPairs, id, from.fullName, into.fullName)
  const products = await mergePairs(tx, pairs, now)
  const merged = pairs.filter((pair) => pair.intoId !== null).length
  await recordCategory(call, {
    subjectId: intoId,
    subjectName: into.fullName,
    action: 'merged',
    after: { from: from.fullName, products, ...(merged > 1 ? { categories: merged } : {}) },
  })
  await recordCategory(call, { subjectId: id, subjectName: from.fullName, action: 'deleted' })
  return { products }
})

/** Merges categories with counterparts; the others move below their parents' counterparts. */
async function mergePairs(tx: Tx, pairs: Pair[], now: Date): Promise<number> {
  const counterparts = new Map(pairs.flatMap(({ id, intoId }) => (intoId ? [[id, intoId]] : [])))
  const [merged, into] = [[...counterparts.keys()], [...counterparts.values()]]
  const kept = pairs.flatMap(({ id, parentId, intoId }) => {
    const newParent = intoId ? undefined : counterparts.get(parentId ?? '')
    return newParent ? [{ id, newParent }] : []
  })
  const keptIds = kept.map(({ id }) => id)
  const [, moved] = await Promise.all([
    tx.query(lockCategories, merged),
    tx.query<{ id: string }>(moveProducts, merged, into, now),
    tx.query(
      clearFullNames,
      pairs.map(({ id }) => id),
    ),
    tx.query(
      reparent,
      keptIds,
      kept.map(({ newParent }) => newParent),
      now,
    ),
    tx.query(dropCategories, merged),
    updateBranches(tx, keptIds, now),
  ])
  await tx.query(
    listPricesById,
    moved.map(({ id }) => id),
  )
  return moved.length
}
