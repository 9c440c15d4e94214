import { z } from 'zod'
import type { ErpDocument } from '#shared/erp/document.ts'
import { ErpError } from '../connector.ts'
import { text } from './replies.ts'
import type { Odoo } from './rpc.ts'
import type { OdooCall } from './transport.ts'

const productRows = z.array(
  z.object({ id: z.int(), default_code: text, active: z.boolean(), sale_ok: z.boolean() }),
)

const maxListedCodes = 5

/** Product ids by code. Throws one error for all unsellable products. */
export async function productsOf(
  odoo: Odoo,
  { lines }: Pick<ErpDocument, 'lines'>,
  companyId: number,
  call: Pick<OdooCall, 'context' | 'signal'>,
): Promise<Map<string, number>> {
  const codes = [...new Set(lines.map(({ productCode }) => productCode))]
  const domain = [
    ['default_code', 'in', codes],
    ['company_id', 'in', [false, companyId]],
    ['active', 'in', [true, false]],
  ]
  const args = { domain, fields: ['default_code', 'active', 'sale_ok'], order: 'id' }
  const rows = await odoo.call(
    { ...call, model: 'product.product', method: 'search_read', args },
    productRows,
  )
  const byCode = Map.groupBy(rows, ({ default_code: code }) => code)
  const codesWhere = (matches: (found: typeof rows) => boolean) =>
    codes.filter((code) => matches(byCode.get(code) ?? []))
  const sellable = (found: typeof rows) => found.filter(({ active, sale_ok: isSold }) => active && isSold)
  const missing = codesWhere((found) => found.length === 0)
  const archived = codesWhere((found) => found.length > 0 && found.every(({ active }) => !active))
  const unsold = codesWhere((found) => found.some(({ active }) => active) && sellable(found).length === 0)
  const duplicated = codesWhere((found) => sellable(found).length > 1)
  const problems = [
    ...(missing.length > 0 ? [`Odoo does not know the products ${listCodes(missing)}`] : []),
    ...(archived.length > 0 ? [`the products ${listCodes(archived)} are archived in Odoo`] : []),
    ...(unsold.length > 0 ? [`the products ${listCodes(unsold)} are not for sale in Odoo`] : []),
    ...(duplicated.length > 0 ? [`several products in Odoo have the codes ${listCodes(duplicated)}`] : []),
  ]
  if (problems.length > 0) {
    const message = problems.join('; ')
    throw new ErpError('rejected', message.charAt(0).toUpperCase() + message.slice(1))
  }
  return new Map(codes.map((code) => [code, sellable(byCode.get(code) ?? [])[0]?.id ?? 0]))
}

function listCodes(codes: string[]): string {
  const rest = codes.length - maxListedCodes
  return codes.slice(0, maxListedCodes).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
