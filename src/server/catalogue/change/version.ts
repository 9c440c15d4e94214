import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'

const minKeptVersions = 4096
const pruneBatchSize = 256

/**
 * CTEs that raise the catalogue version and record the changed products. `raised` has one row with catalogue_version,
 * or none if `condition` is false; `products` is SQL of a uuid[], null for all.
 */
export const noteVersion = (raised: string, products: string, condition = 'true') => `
  noted as (
    insert into catalogue_versions (tenant_id, version, product_ids)
    select $1, catalogue_version, ${products} from ${raised} where ${condition} returning version
  ), pruned as (
    delete from catalogue_versions o using noted n
    where o.tenant_id = $1 and n.version % ${pruneBatchSize} = 0 and o.version < n.version - ${minKeptVersions}
    returning o.version
  )`

const raise = prepared(`
  with raised as (
    update tenant_counters set catalogue_version = catalogue_version + 1 where tenant_id = $1 returning catalogue_version
  ), ${noteVersion('raised', '$2::uuid[]')}
  select version from noted`)

/**
 * Raises the catalogue version as the last statement, which invalidates cached answers. `products` null: any may have
 * changed.
 */
export async function raiseVersion(tx: Tx, products: string[] | null): Promise<void> {
  await tx.last(raise, products)
}

const raiseBySet = prepared(`
  with raised as (
    update tenant_counters set catalogue_version = catalogue_version + 1 where tenant_id = $1 returning catalogue_version
  ), ${noteVersion(
    'raised',
    `(select array_agg(distinct c.product_id) from catalogue_changes c
    where c.tenant_id = $1 and c.set_id = $2 and c.state in ('new', 'changed', 'removed'))`,
  )}
  select version from noted`)

export async function raiseVersionBySet(tx: Tx, setId: string): Promise<void> {
  await tx.last(raiseBySet, setId)
}

const readSince = prepared(`
  select c.catalogue_version as version,
    (select count(*) from catalogue_versions v
     where v.tenant_id = $1 and v.version > $2 and v.version <= c.catalogue_version) = c.catalogue_version - $2
      and not exists (select from catalogue_versions v
        where v.tenant_id = $1 and v.version > $2 and v.product_ids is null) as "isKnown",
    (select coalesce(array_agg(distinct id), '{}') from catalogue_versions v, unnest(v.product_ids) id
     where v.tenant_id = $1 and v.version > $2) as products
  from tenant_counters c where c.tenant_id = $1`)

/** The catalogue version, and the products changed since `version`; undefined if any may have. */
export async function changedSince(
  tx: Tx,
  version: number,
): Promise<{ version: number; products: string[] | undefined }> {
  const [row] = await tx.query<{ version: string; isKnown: boolean; products: string[] }>(readSince, version)
  if (!row) throw new Error('The tenant has no counters')
  return { version: Number(row.version), products: row.isKnown ? row.products : undefined }
}
