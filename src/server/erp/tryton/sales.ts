import { z } from 'zod'
import type { ErpOrder } from '#server/erp/connector.ts'
import type { ErpDocument } from '#shared/erp/document.ts'
import type { TrytonSettings } from '#shared/erp/tryton.ts'
import { dateOf, isSameAmount, minorOf, priceOf } from './encoding.ts'
import { branchAddress, type Party } from './parties.ts'
import type { Shop } from './place.ts'
import type { SaleProduct } from './products.ts'
import { anything, decimal, number, optionalNumber, text } from './replies.ts'
import type { CallOptions, Session } from './session.ts'

const saleRows = z.array(
  z.object({
    id: number,
    web_id: text,
    number: text,
    state: z.enum(['draft', 'quotation', 'confirmed', 'processing', 'done', 'cancelled']),
    untaxed_amount: decimal,
    lines: z.array(number),
    party: number,
    'party.': z.object({ code: text }),
    'currency.': z.object({ code: text }),
    invoice_address: optionalNumber,
    shipment_address: optionalNumber,
  }),
)
/** A sale as Tryton has it. */
export type Sale = z.output<typeof saleRows>[number]
const saleFields = ['web_id', 'number', 'state', 'untaxed_amount', 'lines', 'party', 'party.code'].concat([
  'currency.code',
  'invoice_address',
  'shipment_address',
])

const lineRows = z.array(
  z.object({
    type: text,
    'product.': z.object({ code: text }).nullable(),
    quantity: z.number().nullable(),
    unit_price: decimal.nullable(),
  }),
)
const lineFields = ['type', 'product.code', 'quantity', 'unit_price']

/** The sales of a domain, those with small numbers first. */
export function readSales(
  session: Session,
  domain: unknown[],
  limit: number,
  options: CallOptions,
): Promise<Sale[]> {
  const params = [domain, 0, limit, [['id', 'ASC']], saleFields]
  return session.call('model.sale.sale.search_read', params, saleRows, options)
}

/** The sale of a document's key, whatever has become of it. */
export async function findSale(
  session: Session,
  key: string,
  options: CallOptions,
): Promise<Sale | undefined> {
  return (await readSales(session, [['web_id', '=', key]], 1, options))[0]
}

/**
 * Whether a sale has come as far as the settings want it: only then it is an order. A draft without a number, or an offer
 * that should be confirmed, is a push that was cut off, and the next push takes it on.
 */
export function hasArrived({ state }: Sale, settings: TrytonSettings): boolean {
  if (state === 'quotation') return settings.state === 'quotation'
  return state !== 'draft' && state !== 'cancelled'
}

export function orderOf(sale: Sale): ErpOrder {
  return {
    id: String(sale.id),
    number: sale.number,
    totalMinor: minorOf(sale.untaxed_amount),
    lineCount: sale.lines.length,
  }
}

/** Whether a sale sells exactly what the document says, to the same party. */
export async function isSame(
  session: Session,
  sale: Sale,
  document: ErpDocument,
  options: CallOptions,
): Promise<boolean> {
  if (sale['party.'].code !== document.account.code) return false
  if (sale['currency.'].code !== document.currencyCode) return false
  if (sale.lines.length !== document.lines.length) return false
  const order = [
    ['sequence', 'ASC NULLS FIRST'],
    ['id', 'ASC'],
  ]
  const params = [[['sale', '=', sale.id]], 0, null, order, lineFields]
  const rows = await session.call('model.sale.line.search_read', params, lineRows, options)
  const lines = inOrder(document)
  return (
    rows.length === lines.length &&
    rows.every((row, at) => {
      const line = lines[at]
      return (
        line !== undefined &&
        row.type === 'line' &&
        row['product.']?.code === line.productCode &&
        row.quantity === line.qty &&
        row.unit_price !== null &&
        isSameAmount(row.unit_price, priceOf(line.unitPriceMinor))
      )
    })
  )
}

/** What Tryton itself says of a sale to this party: addresses, term of payment, price list, methods. */
export type SaleDefaults = z.output<typeof defaults>
const defaults = z.object({
  invoice_address: optionalNumber.optional(),
  shipment_address: optionalNumber.optional(),
  payment_term: optionalNumber.optional(),
  price_list: optionalNumber.optional(),
  invoice_method: z.string().optional(),
  shipment_method: z.string().optional(),
})

/** Asks Tryton for {@link SaleDefaults}: making a sale over its interface asks nobody. */
export async function saleDefaults(
  session: Session,
  party: Party,
  shop: Shop,
  options: CallOptions,
): Promise<SaleDefaults> {
  const values = { company: shop.companyId, party: party.id, currency: shop.currencyId }
  const params = [values, ['company', 'party']]
  const [said] = await session.call('model.sale.sale.on_change', params, z.array(defaults), options)
  return said ?? {}
}

/** What the sale itself says, without its lines. */
export function headValues(document: ErpDocument, party: Party, said: SaleDefaults, shop: Shop) {
  return {
    ...said,
    shipment_address: branchAddress(party, document.branch) ?? said.shipment_address ?? null,
    company: shop.companyId,
    party: party.id,
    currency: shop.currencyId,
    warehouse: shop.warehouseId,
    web_shop: shop.id,
    web_id: document.key,
    reference: document.orderNumber,
    sale_date: dateOf(document.placedAt),
    comment: commentOf(document),
  }
}

/** The lines as Tryton makes them. */
export function lineValues(document: ErpDocument, products: Map<string, SaleProduct>) {
  return inOrder(document).map((line, at) => {
    const product = products.get(line.productCode)
    return {
      type: 'line',
      sequence: at + 1,
      product: product?.id,
      unit: product?.unitId,
      quantity: line.qty,
      unit_price: priceOf(line.unitPriceMinor),
      taxes: [['add', product?.taxIds ?? []]],
      description: descriptionOf(line),
    }
  })
}

/** Presses a button of a sale. */
export async function press(
  session: Session,
  button: string,
  id: number,
  options: CallOptions,
): Promise<void> {
  await session.call(`model.sale.sale.${button}`, [[id]], anything, { ...options, writes: true })
}

function inOrder({ lines }: ErpDocument): ErpDocument['lines'] {
  return lines.toSorted((one, other) => one.lineNo - other.lineNo)
}

function descriptionOf(line: ErpDocument['lines'][number]): string {
  const what = [line.itemCode, line.itemDescription, line.colorDescription || line.colorCode]
  const unit = line.lotCode ? `${line.lotCode} (${line.piecesPerLot})` : line.size
  return [...what, unit].filter((part) => part !== '').join(' ')
}

function commentOf({ description, branch, agent, guest }: ErpDocument): string {
  const lines = [
    description,
    branch ? [branch.code, branch.companyName, branch.address].filter((part) => part !== '').join(' – ') : '',
    [agent.code, agent.name].filter((part) => part !== '').join(' – '),
    guest ? [guest.name, guest.phone, guest.email].join(' – ') : '',
  ]
  return lines.filter((line) => line !== '').join('\n')
}
