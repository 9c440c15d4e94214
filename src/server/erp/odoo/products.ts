import { z } from 'zod'
import type { ErpDocument } from '#shared/erp/document.ts'
import { ErpError } from '../connector.ts'
import { text } from './replies.ts'
import type { Odoo } from './rpc.ts'
import type { OdooCall } from './transport.ts'

const productRows = z.array(
  z.object({ id: z.int(), default_code: text, active: z.boolean(), sale_ok: z.boolean() }),
)

const mostNames = 5

/** The products of a document by code, all in one look-up. Refuses once, naming what cannot be sold. */
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
  const having = (isSo: (found: typeof rows) => boolean) =>
    codes.filter((code) => isSo(byCode.get(code) ?? []))
  const usable = (found: typeof rows) => found.filter(({ active, sale_ok: isSold }) => active && isSold)
  const missing = having((found) => found.length === 0)
  const archived = having((found) => found.length > 0 && found.every(({ active }) => !active))
  const unsold = having((found) => found.some(({ active }) => active) && usable(found).length === 0)
  const doubled = having((found) => usable(found).length > 1)
  const problems = [
    ...(missing.length > 0 ? [`Odoo does not know the products ${listed(missing)}`] : []),
    ...(archived.length > 0 ? [`the products ${listed(archived)} are archived in Odoo`] : []),
    ...(unsold.length > 0 ? [`the products ${listed(unsold)} are not for sale in Odoo`] : []),
    ...(doubled.length > 0 ? [`several products in Odoo have the codes ${listed(doubled)}`] : []),
  ]
  if (problems.length > 0) {
    const message = problems.join('; ')
    throw new ErpError('rejected', message.charAt(0).toUpperCase() + message.slice(1))
  }
  return new Map(codes.map((code) => [code, usable(byCode.get(code) ?? [])[0]?.id ?? 0]))
}

function listed(codes: string[]): string {
  const rest = codes.length - mostNames
  return codes.slice(0, mostNames).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
