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
