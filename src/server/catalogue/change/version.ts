import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { raiseCatalogue } from '#server/db/versions.ts'

const raiseBySet = prepared(`
  with ${raiseCatalogue({
    products: `(select array_agg(distinct c.product_id) from catalogue_changes c
      where c.tenant_id = $1 and c.set_id = $2 and c.state in ('new', 'changed', 'removed'))`,
  })}
  select version from noted`)

/** Raises the catalogue version for the products of a change set. */
export async function raiseVersionBySet(tx: Tx, setId: string): Promise<void> {
  await tx.last(raiseBySet, setId)
}

/** Stock by variant. `products` undefined: any may have changed. */
export type CatalogueNews = {
  version: number
  products: string[] | undefined
  stock: Map<string, number>
}

const readSince = prepared(`
  select c.catalogue::float8 as version,
    (select count(*) from catalogue_versions v
     where v.tenant_id = $1 and v.version > $2 and v.version <= c.catalogue) = c.catalogue - $2
      and not exists (select from catalogue_versions v
        where v.tenant_id = $1 and v.version > $2 and v.product_ids is null) as "isKnown",
    (select coalesce(array_agg(distinct id), '{}') from catalogue_versions v, unnest(v.product_ids) id
     where v.tenant_id = $1 and v.version > $2) as products,
    (select coalesce(json_agg(json_build_array(s.id, s.inventory) order by v.version), '[]')
     from catalogue_versions v, unnest(v.variant_ids, v.inventories) s (id, inventory)
     where v.tenant_id = $1 and v.version > $2) as stock
  from tenant_versions c where c.tenant_id = $1`)

/** The catalogue version, and what changed since `version`. */
export async function changedSince(tx: Pick<Tx, 'query'>, version: number): Promise<CatalogueNews> {
  const [row] = await tx.query<{
    version: number
    isKnown: boolean
    products: string[]
    stock: [string, number][]
  }>(readSince, version)
  if (!row) throw new Error('The tenant has no versions')
  return {
    version: row.version,
    products: row.isKnown ? row.products : undefined,
    stock: new Map(row.stock),
  }
}
