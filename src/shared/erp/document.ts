import type { OrderType } from '../endpoint.ts'
import type { Guest } from '../orders.ts'

/** A line of what an ERP gets. Money is integer minor units of the document's currency; qty counts pieces, or lots. */
export type ErpLine = {
  lineNo: number
  /** What the ERP calls the product, made by the link's rule (see productCode.ts). */
  productCode: string
  barcode: string
  itemCode: string
  itemDescription: string
  colorCode: string
  colorDescription: string
  /** Of a lot '' */
  size: string
  /** Of a size '' */
  lotCode: string
  piecesPerLot: number
  qty: number
  unitPriceMinor: number
}

export type ErpParty = {
  code: string
  description: string
  email: string
  phone: string
  taxNumber: string
  taxOffice: string
  address: string
  city: string
  country: string
  currencyCode: string
}

/**
 * What an ERP gets of an order: an order of one currency is one document, one of several is one per currency, because
 * no ERP has sales of mixed currencies. `key` is the same for ever, whatever happens to the order: by it a document is
 * looked up, and by it an ERP that can be told so refuses a second one.
 */
export type ErpDocument = {
  key: string
  guidKey: string
  orderNumber: string
  orderVersion: number
  orderType: OrderType
  placedAt: string
  description: string
  priceGroup: string
  currencyCode: string
  totalMinor: number
  account: ErpParty
  branch: { code: string; companyName: string; address: string } | null
  agent: { code: string; name: string }
  guest: Guest | null
  lines: ErpLine[]
}
