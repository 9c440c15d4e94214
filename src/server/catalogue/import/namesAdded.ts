import { v7 } from 'uuid'
import type { Statement } from '#server/db/statement.ts'
import type { BulkTx } from '#server/db/tenant.ts'

const newBrands: Statement = {
  text: `select distinct i.brand_name as name from import_product i
    where i.brand_name is not null
      and not exists (select from brands b where b.tenant_id = $1 and b.name = i.brand_name)`,
}
const insertBrands: Statement = {
  text: `insert into brands (tenant_id, id, name, updated_at)
    select $1, n.id, n.name, $4::timestamptz from unnest($2::uuid[], $3::text[]) n (id, name)
    on conflict (tenant_id, name) do nothing returning id`,
}

/** Adds the brands that the staged products name and the shop lacks. Resolves with their number. */
export async function addBrands(tx: BulkTx, at: Date): Promise<number> {
  const brands = await tx.query<{ name: string }>(newBrands)
  if (brands.length === 0) return 0
  const names = brands.map(({ name }) => name)
  const added = await tx.query(
    insertBrands,
    names.map(() => v7()),
    names,
    at,
  )
  return added.length
}

const newCategories: Statement = {
  text: `select distinct i.category_name as name from import_product i
    where i.category_name is not null
      and not exists (select from categories c where c.tenant_id = $1 and c.full_name = i.category_name)`,
}
const knownCategories: Statement = {
  text: `select c.full_name as name, c.path from categories c where c.tenant_id = $1 and c.full_name = any($2::text[])`,
}
const insertCategories: Statement = {
  text: `insert into categories (tenant_id, id, parent_id, name, full_name, path, updated_at)
    select $1, n.id, n.parent_id, n.name, n.full_name, n.path::uuid[], $7::timestamptz
    from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])
      n (id, parent_id, name, full_name, path)
    on conflict (tenant_id, full_name) do nothing returning id`,
}

/** Adds the categories that the staged products name and the shop lacks, with those above them. */
export async function addCategories(tx: BulkTx, at: Date): Promise<number> {
  const missing = await tx.query<{ name: string }>(newCategories)
  if (missing.length === 0) return 0
  const wanted = [...new Set(missing.flatMap(({ name }) => pathsTo(name)))]
  const known = await tx.query<{ name: string; path: string[] }>(knownCategories, wanted)
  const paths = new Map(known.map(({ name, path }) => [name, path]))
  const added = wanted
    .filter((name) => !paths.has(name))
    .map((fullName) => {
      const names = fullName.split(separator)
      const above = paths.get(names.slice(0, -1).join(separator)) ?? []
      const id = v7()
      const path = [...above, id]
      // A path's parents come before it, so that the next one finds this one.
      paths.set(fullName, path)
      return {
        id,
        parentId: above.at(-1) ?? null,
        name: names.at(-1) ?? '',
        fullName,
        path: `{${path.join()}}`,
      }
    })
  const rows = await tx.query(
    insertCategories,
    added.map(({ id }) => id),
    added.map(({ parentId }) => parentId),
    added.map(({ name }) => name),
    added.map(({ fullName }) => fullName),
    added.map(({ path }) => path),
    at,
  )
  return rows.length
}

const separator = ' > '

/** 'A > B > C' gives 'A', 'A > B' and 'A > B > C'. */
function pathsTo(fullName: string): string[] {
  const names = fullName.split(separator)
  return names.map((_, index) => names.slice(0, index + 1).join(separator))
}
