import { newId } from '#server/db/newId.ts'
import { unprepared } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'
import { asRead } from './asRead.ts'

const createBrands = unprepared(`create temp table import_brand on commit drop as
  select distinct on (b.name) b.id, b.name, false as is_new
  from (select id, name as stored, ${asRead('name')} as name from brands where tenant_id = $1) b
  where b.name in (select i.brand_name from import_product i) order by b.name, b.stored <> b.name`)
const newBrands = unprepared(`select distinct i.brand_name as name from import_product i
  where i.brand_name is not null and i.brand_name not in (select name from import_brand)`)
const stageNewBrands = unprepared(
  `insert into import_brand select n.id, n.name, true from unnest($1::uuid[], $2::text[]) n (id, name)`,
)

/** Returns the number of new brands. */
export async function resolveBrands(tx: BulkTx): Promise<number> {
  await tx.query(createBrands)
  const names = (await tx.temporary<{ name: string }>(newBrands)).map(({ name }) => name)
  if (names.length === 0) return 0
  await tx.temporary(
    stageNewBrands,
    names.map(() => newId()),
    names,
  )
  return names.length
}

const createCategories = unprepared(`create temp table import_category on commit drop as
  select distinct on (c.full_name) c.id, c.full_name, c.parent_id, c.name, c.path, false as is_new
  from (
    select id, parent_id, name, path, full_name as stored, ${asRead('full_name')} as full_name
    from categories where tenant_id = $1) c
  where c.full_name in (select i.category_name from import_product i)
  order by c.full_name, c.stored <> c.full_name`)
const newCategories = unprepared(`select distinct i.category_name as name from import_product i
  where i.category_name is not null and i.category_name not in (select full_name from import_category)`)
const storedCategories = unprepared(
  `select c.full_name as name, c.path from categories c where c.tenant_id = $1 and c.full_name = any($2::text[])`,
)
const stageNewCategories = unprepared(`insert into import_category
  select n.id, n."fullName", n."parentId", n.name, n.path, true
  from jsonb_to_recordset($1) n (id uuid, "parentId" uuid, name text, "fullName" text, path uuid[])`)

/** {@link resolveBrands} for category paths, parents included. */
export async function resolveCategories(tx: BulkTx): Promise<number> {
  await tx.query(createCategories)
  const missing = await tx.temporary<{ name: string }>(newCategories)
  if (missing.length === 0) return 0
  const wanted = [...new Set(missing.flatMap(({ name }) => pathsTo(name)))]
  const known = await tx.query<{ name: string; path: string[] }>(storedCategories, wanted)
  const paths = new Map(known.map(({ name, path }) => [name, path]))
  const added = wanted
    .filter((name) => !paths.has(name))
    .map((fullName) => {
      const names = fullName.split(separator)
      const above = paths.get(names.slice(0, -1).join(separator)) ?? []
      const id = newId()
      const path = [...above, id]
      // Parents precede their children in `wanted`.
      paths.set(fullName, path)
      return { id, parentId: above.at(-1) ?? null, name: names.at(-1) ?? '', fullName, path }
    })
  await tx.temporary(stageNewCategories, JSON.stringify(added))
  return added.length
}

const separator = ' > '

function pathsTo(fullName: string): string[] {
  const names = fullName.split(separator)
  return names.map((_, index) => names.slice(0, index + 1).join(separator))
}

/** Concurrently adding the same name is a conflict. */
export const insertBrands = unprepared(`insert into brands (tenant_id, id, name, updated_at)
  select $1, n.id, n.name, $2::timestamptz from import_brand n where n.is_new`)
export const insertCategories =
  unprepared(`insert into categories (tenant_id, id, parent_id, name, full_name, path, is_active, sort_order, updated_at)
  select $1, n.id, n.parent_id, n.name, n.full_name, n.path, not exists (
      select from categories above
      where above.tenant_id = $1 and above.id = any (n.path) and not above.switched_on),
    coalesce((
      select nullif(max(s.sort_order), 0) + 1 from categories s
      where s.tenant_id = $1 and s.parent_id is not distinct from n.parent_id), 0), $2::timestamptz
  from import_category n left join categories p on p.tenant_id = $1 and p.id = n.parent_id
  where n.is_new and (p.id is null
    or (n.path, n.full_name) = (p.path || n.id, p.full_name || ' > ' || n.name))
  order by cardinality(n.path)`)
/**
 * Locks the parents of new categories. If a parent was moved or renamed since, its children are not inserted, and
 * their products then fail with a conflict.
 */
export const lockParents = unprepared(`select count(*) from (
  select c.id from categories c
  where c.tenant_id = $1 and c.id in (select n.parent_id from import_category n where n.is_new)
  order by c.id for share) held`)
