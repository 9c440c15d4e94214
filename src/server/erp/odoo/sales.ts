import { z } from 'zod'
import type { ErpDocument } from '#shared/erp/document.ts'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError, type ErpOrder } from '../connector.ts'
import { minorOf, reference, text } from './replies.ts'
import type { Odoo } from './rpc.ts'
import type { OdooCall } from './transport.ts'

type Call = Pick<OdooCall, 'context' | 'signal'>

const saleRows = z.array(
  z.object({
    id: z.int(),
    name: text,
    client_order_ref: text,
    state: z.string(),
    amount_untaxed: z.number(),
    currency_id: reference,
    partner_id: reference,
    order_line: z.array(z.int()),
  }),
)
export type Sale = z.output<typeof saleRows>[number]
const saleFields = [
  'name',
  'client_order_ref',
  'state',
  'amount_untaxed',
  'currency_id',
  'partner_id',
  'order_line',
]

/** Ordered by id. */
export function readSales(odoo: Odoo, domain: unknown[], limit: number, call: Call): Promise<Sale[]> {
  const args = { domain, fields: saleFields, limit, order: 'id' }
  return odoo.call({ ...call, model: 'sale.order', method: 'search_read', args }, saleRows)
}

const isCancelled = ({ state }: Sale) => state === 'cancel'

/**
 * The active and the cancelled sale with this key. Odoo accepts duplicates; throws for two active ones, because only
 * a person can decide.
 */
export async function findSale(
  odoo: Odoo,
  key: string,
  companyId: number,
  call: Call,
): Promise<{ sale?: Sale; cancelled?: Sale }> {
  const domain = [
    ['client_order_ref', '=', key],
    ['company_id', '=', companyId],
  ]
  const found = await readSales(odoo, domain, 10, call)
  const [sale, ...others] = found.filter((one) => !isCancelled(one))
  if (sale && others.length > 0) {
    const names = [sale, ...others].map(({ name }) => name).join(', ')
    throw new ErpError(
      'rejected',
      `Odoo has this order more than once: ${names}. Cancel all but one`,
      '',
      true,
    )
  }
  const cancelled = found.find(isCancelled)
  return { ...(sale ? { sale } : {}), ...(cancelled ? { cancelled } : {}) }
}

/** Whether the target state is reached. A quotation that should be confirmed is an interrupted push. */
export function hasArrived({ state }: Sale, settings: Pick<OdooSettings, 'state'>): boolean {
  if (state === 'draft' || state === 'sent') return settings.state === 'quotation'
  return state !== 'cancel'
}

const count = z.int()

/** Sections and notes do not count as lines. */
export async function orderOf(odoo: Odoo, sale: Sale, call: Call): Promise<ErpOrder> {
  const domain = [
    ['order_id', '=', sale.id],
    ['display_type', '=', false],
  ]
  const lineCount = await odoo.call(
    { ...call, model: 'sale.order.line', method: 'search_count', args: { domain } },
    count,
  )
  const { id, name: number, amount_untaxed: amount } = sale
  return { id: String(id), number, totalMinor: minorOf(amount), lineCount }
}

/** Order lines, plus a note with what Odoo has no field for. */
export function lineValues(document: ErpDocument, products: Map<string, number>): unknown[] {
  const lines = document.lines
    .toSorted((one, other) => one.lineNo - other.lineNo)
    .map(({ productCode, qty, unitPriceMinor }, at) => ({
      sequence: at + 1,
      product_id: products.get(productCode),
      product_uom_qty: qty,
      price_unit: unitPriceMinor / 100,
      discount: 0,
    }))
  const note = noteOf(document)
  const all = note === '' ? lines : [...lines, { sequence: 9999, display_type: 'line_note', name: note }]
  return all.map((values) => [0, 0, values])
}

function noteOf({ description, branch, agent, guest }: ErpDocument): string {
  const joinNonEmpty = (parts: (string | undefined)[]) => parts.filter((part) => part).join(' – ')
  const lines = [
    description,
    joinNonEmpty([branch?.code, branch?.companyName, branch?.address]),
    joinNonEmpty([agent.code, agent.name]),
    joinNonEmpty([guest?.name, guest?.phone, guest?.email]),
  ]
  return lines.filter((line) => line !== '').join('\n')
}
