import { z } from 'zod'
import type { ErpOrder } from '#server/erp/connector.ts'
import type { ErpDocument } from '#shared/erp/document.ts'
import type { TrytonSettings } from '#shared/erp/tryton.ts'
import { dateOf, isSameAmount, minorOf, priceOf } from './encoding.ts'
import { branchAddress, type Party } from './parties.ts'
import type { SaleProduct } from './products.ts'
import { anyReply, decimal, number, optionalNumber, text } from './replies.ts'
import type { Shop } from './resolveSettings.ts'
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

/** Ordered by id. */
export function readSales(
  session: Session,
  domain: unknown[],
  limit: number,
  options: CallOptions,
): Promise<Sale[]> {
  const params = [domain, 0, limit, [['id', 'ASC']], saleFields]
  return session.call('model.sale.sale.search_read', params, saleRows, options)
}

export async function findSale(
  session: Session,
  key: string,
  options: CallOptions,
): Promise<Sale | undefined> {
  return (await readSales(session, [['web_id', '=', key]], 1, options))[0]
}

/** Whether the target state is reached. A draft, or a quotation that should be confirmed, is an interrupted push. */
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

export async function salesMatch(
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
  const lines = linesInOrder(document)
  return (
    rows.length === lines.length &&
    rows.every((row, index) => {
      const line = lines[index]
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

export type SaleDefaults = z.output<typeof defaults>
const defaults = z.object({
  invoice_address: optionalNumber.optional(),
  shipment_address: optionalNumber.optional(),
  payment_term: optionalNumber.optional(),
  price_list: optionalNumber.optional(),
  invoice_method: z.string().optional(),
  shipment_method: z.string().optional(),
})

/** Creating a sale over the API does not fill in Tryton's defaults. */
export async function saleDefaults(
  session: Session,
  party: Party,
  shop: Shop,
  options: CallOptions,
): Promise<SaleDefaults> {
  const values = { company: shop.companyId, party: party.id, currency: shop.currencyId }
  const params = [values, ['company', 'party']]
  const [replied] = await session.call('model.sale.sale.on_change', params, z.array(defaults), options)
  return replied ?? {}
}

export function headValues(document: ErpDocument, party: Party, replied: SaleDefaults, shop: Shop) {
  return {
    ...replied,
    shipment_address: branchAddress(party, document.branch) ?? replied.shipment_address ?? null,
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

export function lineValues(document: ErpDocument, products: Map<string, SaleProduct>) {
  return linesInOrder(document).map((line, index) => {
    const product = products.get(line.productCode)
    return {
      type: 'line',
      sequence: index + 1,
      product: product?.id,
      unit: product?.unitId,
      quantity: line.qty,
      unit_price: priceOf(line.unitPriceMinor),
      taxes: [['add', product?.taxIds ?? []]],
      description: descriptionOf(line),
    }
  })
}

export async function pressButton(
  session: Session,
  button: string,
  id: number,
  options: CallOptions,
): Promise<void> {
  await session.call(`model.sale.sale.${button}`, [[id]], anyReply, { ...options, writes: true })
}

function linesInOrder({ lines }: ErpDocument): ErpDocument['lines'] {
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
