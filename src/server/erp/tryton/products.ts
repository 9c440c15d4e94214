import { z } from 'zod'
import { ErpError } from '#server/erp/connector.ts'
import type { ErpDocument } from '#shared/erp/document.ts'
import type { Party } from './parties.ts'
import { includeArchived, number, optionalNumber, text } from './replies.ts'
import type { Shop } from './resolveSettings.ts'
import type { CallOptions, Session } from './session.ts'

export type SaleProduct = { id: number; unitId: number; taxIds: number[] }

const productRows = z.array(
  z.object({
    id: number,
    code: text,
    active: z.boolean(),
    'template.': z.object({ active: z.boolean() }),
    salable: z.boolean().nullable(),
    sale_uom: optionalNumber,
    account_category: optionalNumber,
  }),
)
type ProductRow = z.output<typeof productRows>[number]
const productFields = ['code', 'active', 'template.active', 'salable', 'sale_uom', 'account_category']

/** on_change's many-to-many format: [position, record]. */
const taxChange = z.array(
  z.object({
    taxes: z.object({ add: z.array(z.tuple([number, z.object({ id: number })])).default([]) }).optional(),
  }),
)

const maxListedCodes = 20

/** Products by code, with Tryton's unit and taxes. Throws one error for all unsellable products. */
export async function productsOf(
  session: Session,
  { lines }: ErpDocument,
  party: Party,
  shop: Shop,
  options: CallOptions,
): Promise<Map<string, SaleProduct>> {
  const codes = [...new Set(lines.map(({ productCode }) => productCode))]
  const params = [[['code', 'in', codes], includeArchived], 0, null, [['id', 'ASC']], productFields]
  const rows = await session.call('model.product.product.search_read', params, productRows, options)
  const byCode = new Map<string, ProductRow>()
  for (const row of rows) if (!byCode.has(row.code) || isActive(row)) byCode.set(row.code, row)
  refuseUnsellable(codes, byCode)

  const taxes = await taxesOf(session, [...byCode.values()], party, shop, options)
  const products = new Map<string, SaleProduct>()
  for (const [code, { id, sale_uom, account_category }] of byCode) {
    products.set(code, { id, unitId: sale_uom ?? 0, taxIds: taxes.get(account_category) ?? [] })
  }
  return products
}

/** Taxes depend only on category and party, so one product per category is enough. */
async function taxesOf(session: Session, rows: ProductRow[], party: Party, shop: Shop, options: CallOptions) {
  const examples = new Map(rows.map((row) => [row.account_category, row.id]))
  const requests = [...examples].map(async ([category, product]) => {
    const line = { product, quantity: 1, sale: -1, '_parent_sale.party': party.id }
    const params = [{ ...line, '_parent_sale.currency': shop.currencyId }, ['product']]
    const [change] = await session.call('model.sale.line.on_change', params, taxChange, options)
    return [category, change?.taxes?.add.map(([, { id }]) => id) ?? []] as const
  })
  return new Map(await Promise.all(requests))
}

function refuseUnsellable(codes: string[], byCode: Map<string, ProductRow>): void {
  const missing = codes.filter((code) => !byCode.has(code))
  const known = codes.flatMap((code) => byCode.get(code) ?? [])
  const archived = known.filter((row) => !isActive(row)).map(({ code }) => code)
  const unsold = known
    .filter((row) => isActive(row) && !(row.salable && row.sale_uom))
    .map(({ code }) => code)
  const problems = [
    ...(missing.length > 0 ? [`Tryton does not know the products ${listCodes(missing)}`] : []),
    ...(archived.length > 0 ? [`the products ${listCodes(archived)} are archived in Tryton`] : []),
    ...(unsold.length > 0 ? [`the products ${listCodes(unsold)} are not for sale in Tryton`] : []),
  ]
  if (problems.length === 0) return
  const message = problems.join('; ')
  throw new ErpError('rejected', message.charAt(0).toUpperCase() + message.slice(1))
}

function listCodes(codes: string[]): string {
  const rest = codes.length - maxListedCodes
  return codes.slice(0, maxListedCodes).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

function isActive(row: ProductRow): boolean {
  return row.active && row['template.'].active
}
