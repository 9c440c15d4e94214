import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach } from 'vitest'
import { type ImportOptions, importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import type { Database } from '#server/db/tenant.ts'
import type { BadRow, ImportReport } from '#server/tableFiles/report.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { testFolder } from './folder.ts'
import { addTenant } from './tenant.ts'

/** Prices as "TF 12.50 EUR". */
export type Shown = {
  name: string
  brand: string
  category: string
  description: string
  color: string
  attributes: Record<string, string>
  lot: string
  pieces: number
  barcode: string | null
  inventory: number
  prices: string[]
}

export type ImportShop = {
  database: Database
  connections: TestDatabase['connections']
  tenantId: string
  folder: string
  /** Returns its path. */
  file: (name: string, content: string | Buffer) => Promise<string>
  importText: (text: string | Buffer, options?: ImportOptions) => Promise<ImportReport>
  importFile: (file: string, options?: ImportOptions) => Promise<ImportReport>
  /** Sorted like the shop, named ITEM/COLOUR/SIZE or ITEM/COLOUR/LOT. */
  variants: () => Promise<Shown[]>
  variant: (name: string) => Promise<Shown | undefined>
  /** All rows, to compare. */
  everything: () => Promise<unknown>
  rows: <Row extends object>(text: string, ...values: unknown[]) => Promise<Row[]>
}

/** A tenant of its own for each test; only tests may read its fields. */
export function useImportShop(): ImportShop {
  const shop = {} as ImportShop
  let base: TestDatabase
  let count = 0
  beforeAll(async () => {
    base = await testDatabase()
    return () => base.drop()
  })
  beforeEach(async () => {
    count += 1
    const { database, connections } = base
    const folder = await testFolder()
    Object.assign(shop, shopOf(database, await addTenant(connections, `import-${count}`), folder), {
      connections,
    })
  })
  return shop
}

export function shopOf(
  database: Database,
  tenantId: string,
  folder: string,
): Omit<ImportShop, 'connections'> {
  const rows = <Row extends object>(text: string, ...values: unknown[]) =>
    database.inTenant(tenantId, 'write', (tx) => tx.query<Row>({ text }, ...values))
  const file = async (name: string, content: string | Buffer) => {
    const target = path.join(folder, name)
    await writeFile(target, content)
    return target
  }
  const importFile = (given: string, options?: ImportOptions) =>
    importCatalogue(database, tenantId, { file: given }, options)
  const variants = () => rows<Shown>(allVariants)
  return {
    database,
    tenantId,
    folder,
    file,
    importFile,
    importText: async (text, options) => importFile(await file('products.csv', text), options),
    variants,
    variant: async (name) => (await variants()).find((variant) => variant.name === name),
    everything: () =>
      Promise.all(
        tables.map((table) => rows(`select * from ${table} where tenant_id = $1 order by 1, 2, 3`)),
      ),
    rows,
  }
}

const tables = ['brands', 'categories', 'products', 'variants', 'prices', 'product_images', 'tenant_counters']

const allVariants = `
  select concat_ws('/', p.item_code, p.color_code, v.size || v.lot_code) as name, b.name as brand,
    c.full_name as category, p.item_description as description, p.color_description as color, p.attributes,
    v.lot_description as lot, v.pieces_per_lot as pieces, v.barcode, v.inventory,
    array(select concat_ws(' ', r.price_group, to_char(r.amount_minor / 100.0, 'FM999999990.00'), r.currency_code)
          from prices r where r.tenant_id = $1 and r.variant_id = v.id order by r.price_group) as prices
  from variants v
  join products p on p.tenant_id = $1 and p.id = v.product_id
  join brands b on b.tenant_id = $1 and b.id = p.brand_id
  join categories c on c.tenant_id = $1 and c.id = p.category_id
  where v.tenant_id = $1
  order by p.item_code, p.color_code, v.sort_order, v.size, v.lot_code`

/** As `line column reason value`. */
export function summarizeBadRows(bad: BadRow[]): string[] {
  return bad.map(({ line, column, reason, value }) => [line, column, reason, value].join(' ').trim())
}

export function lines(...given: string[]): string {
  return `${given.join('\n')}\n`
}
