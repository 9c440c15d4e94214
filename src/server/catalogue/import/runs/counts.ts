import { unprepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { ImportCounts } from '#shared/imports.ts'
import type { Merged } from '../merge.ts'

const differingFields = unprepared(`select f.name, count(*)::int as count
  from catalogue_changes c
  cross join lateral jsonb_object_keys(coalesce(c.before, '{}') || coalesce(c.after, '{}')) f (name)
  where c.tenant_id = $1 and c.set_id = $2 and c.state = 'changed' and f.name not in ('brandId', 'categoryId', 'lotSizes')
  group by f.name`)

/** The number of changed rows per field. */
export async function countFields(tx: Tx, runId: string): Promise<Record<string, number>> {
  const rows = await tx.query<{ name: string; count: number }>(differingFields, runId)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

export function countsOf(
  { products, variants, prices, images, brandsAdded, categoriesAdded }: Merged,
  fields: Record<string, number>,
  moved: Partial<Pick<ImportCounts, 'differing' | 'stockMoved'>> = {},
): ImportCounts {
  const { differing = 0, stockMoved = 0 } = moved
  return { products, variants, prices, images, brandsAdded, categoriesAdded, fields, differing, stockMoved }
}
