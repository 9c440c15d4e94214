import { isoTime } from '#server/db/isoTime.ts'
import { prepared } from '#server/db/statement.ts'
import type { Tx } from '#server/db/tenant.ts'
import { lineMinor, lineTicks } from '#server/orders/linePrices.ts'
import { dayOf } from '#shared/clock.ts'
import type { ErpDocument, ErpLine, ErpParty } from '#shared/erp/document.ts'
import { productCodeOf } from '#shared/erp/productCode.ts'
import { type Minor, sumMinor } from '#shared/numbers/money.ts'
import { type TaxRounding, type TaxTreatment, taxOf } from '#shared/pricing/tax.ts'

type Head = Pick<
  ErpDocument,
  | 'guidKey'
  | 'orderNumber'
  | 'orderVersion'
  | 'orderType'
  | 'placedAt'
  | 'description'
  | 'priceGroup'
  | 'guest'
> & {
  taxTreatment: TaxTreatment | null
  taxRounding: TaxRounding | null
  timeZone: string
  account: ErpParty
  branch: ErpDocument['branch']
  agent: ErpDocument['agent']
}
type Line = Omit<ErpLine, 'productCode' | 'taxPercent'> & {
  amountMinor: Minor
  currencyCode: string
  taxPercent: number | null
}

const readHead = prepared(`
  select o.guid_key as "guidKey", o.number::text as "orderNumber", o.version as "orderVersion",
         o.order_type as "orderType", ${isoTime('o.placed_at')} as "placedAt", o.description, o.price_group as "priceGroup", o.guest,
         o.tax_treatment as "taxTreatment", o.tax_rounding as "taxRounding", h.time_zone as "timeZone",
         json_build_object('code', a.code, 'description', a.description, 'email', a.email, 'phone', a.phone,
           'taxNumber', a.tax_number, 'taxOffice', a.tax_office, 'address', a.address, 'city', a.city,
           'country', a.country, 'currencyCode', a.currency_code) as account,
         case when s.id is not null then json_build_object('code', s.code, 'companyName', s.company_name,
           'address', s.address) end as branch,
         json_build_object('code', g.code, 'name', g.name) as agent
  from orders o
  join tenant_settings h on h.tenant_id = $1
  join accounts a on a.tenant_id = $1 and a.id = o.account_id
  join agents g on g.tenant_id = $1 and g.id = o.agent_id
  left join sub_accounts s on s.tenant_id = $1 and s.id = o.sub_account_id
  where o.tenant_id = $1 and o.id = $2`)

const readLines = prepared(`
  select l.line_no as "lineNo", coalesce(l.barcode, '') as barcode, coalesce(v.external_code, '') as "externalCode", l.item_code as "itemCode",
         l.item_description as "itemDescription", l.color_code as "colorCode", l.color_description as "colorDescription",
         l.size, l.lot_code as "lotCode", l.pieces_per_lot as "piecesPerLot", l.qty,
         l.unit_price_minor::float8 as "unitPriceMinor", ${lineTicks('l')} / 10000::float8 as "unitPrice",
         ${lineMinor('l')}::float8 as "amountMinor", l.currency_code as "currencyCode",
         l.tax_percent::float8 as "taxPercent"
  from order_lines l join variants v on v.tenant_id = $1 and v.id = l.variant_id
  where l.tenant_id = $1 and l.order_id = $2 order by l.line_no`)

/** One document per currency, largest total first. Keys: guidKey, then guidKey-currency. */
export async function documentsOf(tx: Tx, orderId: string, productCode: string): Promise<ErpDocument[]> {
  const [[head], lines] = await Promise.all([
    tx.query<Head>(readHead, orderId),
    tx.query<Line>(readLines, orderId),
  ])
  if (!head) throw new Error(`There is no order ${orderId}`)
  const { taxTreatment, taxRounding, timeZone, ...rest } = head
  const placedDate = dayOf(new Date(rest.placedAt), timeZone)
  const byCurrency = Map.groupBy(lines, (line) => line.currencyCode)
  const documents = [...byCurrency].map(([currencyCode, ofCurrency]) => ({
    ...rest,
    placedDate,
    ...(taxTreatment ? { taxTreatment } : {}),
    ...taxMinorOf(ofCurrency, taxRounding),
    key: head.guidKey,
    currencyCode,
    totalMinor: sumMinor(ofCurrency.map(({ amountMinor }) => amountMinor)),
    lines: ofCurrency.map((line) => lineOf(line, productCode)),
  }))
  return documents
    .toSorted(
      (one, other) =>
        other.totalMinor - one.totalMinor || one.currencyCode.localeCompare(other.currencyCode, 'en'),
    )
    .map((document, index) => ({ ...document, key: keyOf(document, index) }))
}

function lineOf({ currencyCode: _currencyCode, taxPercent, ...line }: Line, pattern: string): ErpLine {
  const productCode = productCodeOf(pattern, line)
  return { ...line, ...(taxPercent === null ? {} : { taxPercent }), productCode }
}

function taxMinorOf(lines: Line[], rounding: TaxRounding | null): { taxMinor?: Minor } {
  if (!rounding) return {}
  const taxed = lines.map(({ currencyCode, amountMinor, taxPercent }) => ({
    currency: currencyCode,
    netMinor: amountMinor,
    percent: taxPercent,
  }))
  const [sum] = taxOf(taxed, rounding)
  return sum ? { taxMinor: sum.taxMinor } : {}
}

const keyOf = ({ guidKey, currencyCode }: ErpDocument, index: number) =>
  index === 0 ? guidKey : `${guidKey}-${currencyCode}`
