import { translated } from '#server/catalogue/texts/translate.ts'
import type { OrderReach, Reach } from '#server/customers/reach.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { lineTicks } from '#server/orders/linePrices.ts'
import type { OrderType } from '#shared/endpoint.ts'
import type { Guest, Money, OrderDetail } from '#shared/orders/orders.ts'
import type { PriceStep } from '#shared/pricing/pricing.ts'
import { type TaxRounding, type TaxSum, type TaxTreatment, taxOfOrder } from '#shared/pricing/tax.ts'
import type { Colored } from '#shared/shapes.ts'
import type { Language } from '#shared/tenancy.ts'

export type DocumentLine = {
  sizeLabel: string
  lotCode: string
  lotDescription: string
  piecesPerLot: number
  qty: number
  unitPrice: number
  currency: string
  barcode?: string
  /** Percentage of VAT; absent if not known. */
  taxPercent?: number
  /** List price and steps that rules made the price from. */
  listPrice?: number
  priceSteps?: PriceStep[]
}

/** Lines of one item in one colour; `photo` is a content hash. */
export type DocumentGroup = Colored & {
  brandName: string
  photo?: string
  lines: DocumentLine[]
}

/** Unknown fields are ''. */
export type Company = { name: string; address: string; taxOffice: string; taxNumber: string; phone: string }

export type OrderDocument = {
  number: string
  orderType: OrderType
  state: OrderDetail['state']
  placedAt: string
  isTransferred: boolean
  seller: Company
  /** The name starts with the account code. */
  customer: Company
  branch: string
  branchAddress: string
  guest?: Guest
  agent: string
  customerOrderNumber: string
  description: string
  /** Absent if the order states no VAT. */
  taxTreatment?: TaxTreatment
  taxRounding?: TaxRounding
  qty: number
  totals: Money[]
  groups: DocumentGroup[]
}

type Row = Omit<OrderDocument, 'groups'> & { lines: (DocumentLine & Omit<DocumentGroup, 'lines'>)[] }

const read = (key: 'id' | 'guid_key') =>
  prepared(`
  select json_strip_nulls(json_build_object(
    'number', o.number::text, 'orderType', o.order_type, 'state', o.state,
    'placedAt', to_char(o.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'isTransferred', o.transferred_at is not null,
    'seller', (select json_build_object('name', h.display_name, 'address', h.address, 'taxOffice', h.tax_office,
                                        'taxNumber', h.tax_number, 'phone', h.phone) from tenant_settings h
                where h.tenant_id = $1),
    'customer', json_build_object(
      'name', a.code || ' ' || a.description,
      'address', concat_ws(', ', nullif(a.address, ''), nullif(a.city, ''), nullif(a.country, '')),
      'taxOffice', a.tax_office, 'taxNumber', a.tax_number, 'phone', a.phone),
    'branch', coalesce(s.company_name, ''), 'branchAddress', coalesce(s.address, ''), 'guest', o.guest, 'agent', g.name, 'customerOrderNumber', o.customer_order_number, 'description', o.description, 'qty', o.qty,
    'taxTreatment', o.tax_treatment, 'taxRounding', o.tax_rounding,
    'totals', (select json_agg(json_build_object('currency', t.currency_code, 'amount', t.amount_minor / 100::float8)
                               order by t.currency_code)
               from order_totals t where t.tenant_id = $1 and t.order_id = o.id),
    'lines', (
      select json_agg(json_build_object(
        'brandName', b.name, 'itemCode', l.item_code, 'itemDescription', l.item_description,
        'colorCode', l.color_code, 'colorDescription', l.color_description,
        'photo', (select i.content_hash from product_images i where i.tenant_id = $1 and i.product_id = p.id
                  order by i.sort_order, i.file_name limit 1),
        'sizeLabel', l.size, 'lotCode', l.lot_code, 'lotDescription', l.lot_description,
        'piecesPerLot', l.pieces_per_lot, 'qty', l.qty, 'unitPrice', ${lineTicks('l')} / 10000::float8,
        'currency', l.currency_code, 'barcode', l.barcode, 'taxPercent', l.tax_percent,
        'listPrice', l.list_price_minor / 100::float8, 'priceSteps', l.price_steps)
        order by l.first_line, l.sort_order, l.line_no)
      from (select l.*, v.sort_order, min(l.line_no) over (partition by l.product_id) as first_line
            from order_lines l
            join variants v on v.tenant_id = $1 and v.id = l.variant_id
            where l.tenant_id = $1 and l.order_id = o.id) l
      join products p on p.tenant_id = $1 and p.id = l.product_id
      join brands b on b.tenant_id = $1 and b.id = p.brand_id))) as document
  from orders o
  join accounts a on a.tenant_id = $1 and a.id = o.account_id
  join agents g on g.tenant_id = $1 and g.id = o.agent_id
  left join sub_accounts s on s.tenant_id = $1 and s.id = o.sub_account_id
  where o.tenant_id = $1 and o.${key} = $2
    and (($3::uuid is null or a.agent_id = $3) and ($4::uuid is null or o.account_id = $4)
         or $5::boolean and o.placed_by is null)`)
const byId = read('id')
const byGuidKey = read('guid_key')

/** The order, if the user may reach it, in the language of the document. */
export function documentOfGuidKey(
  tx: Tx,
  reach: OrderReach,
  guidKey: string,
  language: Language | undefined,
): Promise<OrderDocument | undefined> {
  return documentOf(tx, byGuidKey, { key: guidKey, reach, language })
}

/** The orders that the user may reach, in the given order. */
export async function documentsOf(
  tx: Tx,
  reach: Reach,
  ids: string[],
  language: Language | undefined,
): Promise<OrderDocument[]> {
  const all = { ...reach, isGuest: false }
  const found = await Promise.all(ids.map((key) => documentOf(tx, byId, { key, reach: all, language })))
  return found.filter((document) => document !== undefined)
}

/** Without access checks, for the server itself. */
export function documentOfOrder(
  tx: Tx,
  orderId: string,
  language: Language | undefined,
): Promise<OrderDocument | undefined> {
  const reach = { agentId: null, accountId: null, isGuest: false }
  return documentOf(tx, byId, { key: orderId, reach, language })
}

/** `language`: the one that the catalogue's texts are translated into; undefined for the main one. */
type Wanted = { key: string; reach: OrderReach; language: Language | undefined }

async function documentOf(tx: Tx, statement: typeof byId, { key, reach, language }: Wanted) {
  const [row] = await tx.query<{ document: Row }>(
    statement,
    key,
    reach.agentId,
    reach.accountId,
    reach.isGuest,
  )
  if (!row) return undefined
  const { lines, ...head } = await translated(tx, language, row.document)
  // Guests must not see the account that the tenant books their orders under.
  const { name } = head.customer
  const customer = head.guest ? { name, address: '', taxOffice: '', taxNumber: '', phone: '' } : head.customer
  return { ...head, customer, groups: groupsOf(lines) }
}

/** Groups by item and colour in cart order, sizes in their own order. */
function groupsOf(lines: Row['lines']): DocumentGroup[] {
  const groups = new Map<string, DocumentGroup>()
  for (const { brandName, itemCode, itemDescription, colorCode, colorDescription, photo, ...line } of lines) {
    const key = JSON.stringify([itemCode, colorCode])
    const known = groups.get(key)
    if (known) known.lines.push(line)
    else {
      const head = { brandName, itemCode, itemDescription, colorCode, colorDescription }
      groups.set(key, { ...head, ...(photo ? { photo } : {}), lines: [line] })
    }
  }
  return [...groups.values()]
}

/** VAT by currency; none where it is not known. */
export function taxesOf({ groups, taxRounding }: OrderDocument): Map<string, TaxSum> {
  const lines = groups.flatMap((group) => group.lines)
  return new Map(taxOfOrder(lines, taxRounding).map((sum) => [sum.currency, sum]))
}

export const piecesOf = ({ qty, piecesPerLot }: DocumentLine) => qty * piecesPerLot

/** Number of pieces; lots count by their content. */
export function totalPieces({ groups }: OrderDocument): number {
  return groups.flatMap((group) => group.lines).reduce((sum, line) => sum + piecesOf(line), 0)
}
