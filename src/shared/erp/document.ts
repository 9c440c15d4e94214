import type { OrderType } from '../endpoint.ts'
import type { Guest } from '../orders.ts'

/** Minor units of the document's currency; qty counts pieces or lots. */
export type ErpLine = {
  lineNo: number
  /** By the link's rule; see productCode.ts. */
  productCode: string
  barcode: string
  itemCode: string
  itemDescription: string
  colorCode: string
  colorDescription: string
  /** '' for a lot. */
  size: string
  /** '' for a size. */
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
 * One document per currency, because ERPs do not mix currencies in a sale. `key` never changes: used for look-ups,
 * and unique in ERPs that support it.
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
