/* Products, lines and orders for tests: a dress in black, its sizes and what was ordered of them. */
import type { Product, ProductItem } from '#shared/catalogue/catalogue.ts'
import { emptyHeader } from '#shared/orders/headerFields.ts'
import type { OrderDetail } from '#shared/orders/orders.ts'

const dress = {
  itemCode: 'A1',
  itemDescription: 'Elbise',
  brandId: 'ayla',
  brandName: 'Ayla',
  categoryId: 'elbise',
  colorCode: '01',
  colorDescription: 'Siyah',
  lotDescription: '',
  images: [],
  updatedDate: '',
}

export const testItem = (productId: string, fields: Partial<ProductItem> = {}): ProductItem => ({
  productId,
  itemDim1Code: productId,
  lotCode: '',
  lotDescription: '',
  piecesPerLot: 1,
  inventory: 9,
  ...fields,
})

export const testProduct = (items: ProductItem[], fields: Partial<Product> = {}): Product => ({
  ...dress,
  categoryName: 'Elbise',
  title: '',
  items,
  ...fields,
})

type Line = OrderDetail['lines'][number]
/** Also a line of a cart. */
export const testLine = (productId: string, fields: Partial<Line> = {}): Line => ({
  ...dress,
  productId,
  itemDim1Code: productId,
  lotCode: '',
  piecesPerLot: 1,
  qty: 1,
  unitPrice: 10,
  priceCurrencyCode: 'TRY',
  inventory: 9,
  ...fields,
})

export const testOrder = (lines: Line[], fields: Partial<OrderDetail> = {}): OrderDetail => ({
  orderId: 'o',
  orderNumber: '1042',
  guidKey: 'g',
  orderType: 'Rpt',
  state: 'placed',
  orderDate: '2026-05-01T10:00:00.000Z',
  currAccCode: '120.01',
  currAccDescription: 'Ayla Moda',
  subCurrAccName: '',
  salesPersonCode: 'P1',
  salesPerson: 'Ali',
  ...emptyHeader,
  description: 'not',
  qty: 0,
  totals: [],
  transfer: false,
  isWaiting: false,
  splitInto: [],
  version: 3,
  lines,
  ...fields,
})
