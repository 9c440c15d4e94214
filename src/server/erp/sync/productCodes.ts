import { codeColumns } from '#server/catalogue/variantCodes.ts'
import type { Database } from '#server/db/tenant.ts'
import { type CodeParts, productCodeOf } from '#shared/erp/productCode.ts'

const readVariants = `
  select v.id, p.item_code as "itemCode", p.color_code as "colorCode", v.size, v.lot_code as "lotCode",
         ${codeColumns.map(({ name, column }) => `coalesce(v.${column}, '') as "${name}"`).join(', ')}
  from variants v join products p on p.tenant_id = $1 and p.id = v.product_id where v.tenant_id = $1`

type Row = CodeParts & { id: string }

/** Variant ids by the ERP's product code; ambiguous codes are left out. */
export async function readProductCodes(
  database: Database,
  tenantId: string,
  pattern: string,
): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  const ambiguous = new Set<string>()
  await using snapshot = await database.snapshot(tenantId)
  for await (const rows of snapshot.batches<Row>({ text: readVariants }, [], 5000)) {
    for (const row of rows) {
      const code = productCodeOf(pattern, row)
      if (code === '') continue
      if (codes.has(code)) ambiguous.add(code)
      codes.set(code, row.id)
    }
  }
  for (const code of ambiguous) codes.delete(code)
  return codes
}
