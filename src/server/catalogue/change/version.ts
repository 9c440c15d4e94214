import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { raiseCatalogue } from '#server/db/versions.ts'

const raiseBySet = prepared(`
  with ${raiseCatalogue({
    // Null, which means any product, if texts changed: any product may have them.
    products: `(select case when not bool_or(c.entity = 'text') then array_agg(distinct c.product_id) end
      from catalogue_changes c
      where c.tenant_id = $1 and c.set_id = $2 and c.state in ('new', 'changed', 'removed'))`,
    texts: `exists (
      select from catalogue_changes c where c.tenant_id = $1 and c.set_id = $2 and c.entity = 'text')`,
  })}
  select version from noted`)

/** Raises the catalogue version for the products of a change set. */
export async function raiseVersionBySet(tx: Tx, setId: string): Promise<void> {
  await tx.last(raiseBySet, setId)
}
