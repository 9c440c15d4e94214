import { z } from 'zod'
import { taxTreatments } from '../pricing/tax.ts'
import { colorShape } from '../shapes.ts'

const party = z.object({
  code: z.string(),
  description: z.string(),
  email: z.string(),
  phone: z.string(),
  taxNumber: z.string(),
  taxOffice: z.string(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  currencyCode: z.string(),
})

const line = z.object({
  lineNo: z.int(),
  /** By the link's rule; see productCode.ts. */
  productCode: z.string(),
  barcode: z.string(),
  externalCode: z.string().describe("Of the size or lot, as it is now; '' for none"),
  ...colorShape,
  size: z.string().describe("'' of a lot"),
  lotCode: z.string().describe("'' of a size"),
  piecesPerLot: z.int(),
  qty: z.int().describe('Pieces, or lots'),
  unitPriceMinor: z
    .int()
    .describe('Of one piece or lot, in minor units, without taxes; rounded, see unitPrice'),
  unitPrice: z.number().describe('Of one piece or lot, with up to four decimals, without taxes'),
  amountMinor: z.int().describe('Quantity by unitPrice, in minor units, half a unit up'),
  taxPercent: z.number().optional().describe('Of VAT, as when ordered; absent if not known'),
})

/**
 * What connectors send, and the HTTP interface's order. One per currency, because ERPs do not mix currencies in a
 * sale. `key` is used for look-ups, and unique in ERPs that support it.
 */
export const erpDocument = z.object({
  key: z.string().describe('Its own for ever; sent twice it is one order'),
  guidKey: z.string(),
  orderNumber: z.string(),
  orderVersion: z.int(),
  orderType: z.enum(['Rpt', 'Season']),
  placedAt: z.iso.datetime(),
  placedDate: z.iso.date().describe("Of placedAt in the wholesaler's time zone"),
  description: z.string(),
  priceGroup: z.string(),
  currencyCode: z.string(),
  totalMinor: z.int().describe('In minor units, without taxes'),
  taxMinor: z.int().optional().describe('VAT, in minor units; absent if not known'),
  taxTreatment: z.enum(taxTreatments).optional().describe('Absent: the order states no VAT'),
  account: party,
  branch: z.object({ code: z.string(), companyName: z.string(), address: z.string() }).nullable(),
  agent: z.object({ code: z.string(), name: z.string() }),
  guest: z.object({ name: z.string(), phone: z.string(), email: z.string() }).nullable(),
  lines: z.array(line),
})

export type ErpDocument = z.output<typeof erpDocument>
export type ErpLine = ErpDocument['lines'][number]
export type ErpParty = ErpDocument['account']
