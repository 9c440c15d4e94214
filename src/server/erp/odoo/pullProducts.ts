import { z } from 'zod'
import type { ChangesOptions } from '../changesById.ts'
import type { Pulled, PulledProduct } from '../connector.ts'
import { readChanges } from './changes.ts'
import { text } from './replies.ts'
import { contextOf, type ResolvedSettings } from './resolveSettings.ts'
import type { Odoo } from './rpc.ts'

const productRows = z.array(
  z.object({ id: z.int(), default_code: text, name: text, active: z.boolean(), sale_ok: z.boolean() }),
)

/** Products with a code. Those not for sale count as archived. */
export async function pullProducts(
  odoo: Odoo,
  resolved: ResolvedSettings,
  cursor: string,
  options: ChangesOptions,
  signal: AbortSignal,
): Promise<Pulled<PulledProduct>> {
  const source = {
    model: 'product.product',
    stamps: [
      { model: 'product.product', path: '' },
      { model: 'product.template', path: 'product_tmpl_id.' },
    ],
    domain: [
      ['default_code', '!=', false],
      ['company_id', 'in', [false, resolved.companyId]],
    ],
    fields: ['default_code', 'name', 'active', 'sale_ok'],
    rows: productRows,
  }
  const call = { context: contextOf(resolved), signal }
  const { rows, ...rest } = await readChanges(odoo, source, cursor, options, call)
  return {
    ...rest,
    rows: rows.map(({ default_code: productCode, name, active, sale_ok: isSold }) => ({
      productCode,
      name,
      isActive: active && isSold,
    })),
  }
}
