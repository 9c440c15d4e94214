import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import type { ImportDefaults } from '#shared/imports/imports.ts'
import { foldHeading } from '../file/headings.ts'
import { signatureOf } from '../file/recognise.ts'

export type Layout = {
  supplier: string
  signature: string
  columns: [heading: string, target: string][]
  defaults: ImportDefaults
}

const upsert = prepared(`
  insert into import_layouts (tenant_id, supplier, signature, columns, defaults, updated_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id, supplier) do update set signature = excluded.signature, columns = excluded.columns,
    defaults = excluded.defaults, updated_at = excluded.updated_at`)

/** Replaces the supplier's remembered layout. */
export async function keepLayout(
  tx: Tx,
  layout: { supplier: string; headings: string[]; targets: string[]; defaults: ImportDefaults },
  now: Date,
): Promise<void> {
  const { supplier, headings, targets, defaults } = layout
  const columns = headings.map((heading, index) => [foldHeading(heading), targets[index] ?? ''])
  await tx.query(
    upsert,
    supplier,
    signatureOf(headings),
    JSON.stringify(columns),
    JSON.stringify(defaults),
    now,
  )
}

const readLayouts = prepared(`
  select supplier, signature, columns, defaults from import_layouts where tenant_id = $1
  order by updated_at desc limit 200`)

/** Newest first. */
export function layoutsOf(tx: Tx): Promise<Layout[]> {
  return tx.query<Layout>(readLayouts)
}
