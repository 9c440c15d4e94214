import { z } from 'zod'
import {
  answer,
  currencyCode,
  email,
  endpoint,
  flag,
  id,
  optionalId,
  orderType,
  page,
  paging,
  requiredLine,
  version,
} from '#shared/endpoint.ts'
import { lineErrors } from '#shared/errors.ts'
import { orderColumns } from '#shared/exports/exportColumns.ts'
import { exportOf } from '#shared/exports/exports.ts'
import { whyShape } from '#shared/pricing/priceRules.ts'
import { taxRoundings, taxTreatments } from '#shared/pricing/tax.ts'
import { lineShape, picturedShape } from '#shared/shapes.ts'
import { discountPercent, orderHeader, shownHeader } from './headerSchemas.ts'
import { hold, holdReason } from './holds.ts'
import { maxSentLines, waitReasons } from './orderRules.ts'
import { orderStateNames } from './orderStates.ts'

export const money = z.object({ currency: z.string(), amount: z.number() })
export type Money = z.infer<typeof money>

/** A line whose price is lower than the one that was sent. */
const loweredLine = z.object({
  productId: id,
  unitPrice: z.number(),
  newUnitPrice: z.number(),
  priceCurrencyCode: z.string(),
})
export type LoweredLine = z.infer<typeof loweredLine>

/** `tax`: absent if the order's VAT is not known. */
const taxedMoney = money.extend({ tax: z.number().optional() })

/** Contact data of a guest. */
const guest = z.object({ name: requiredLine(100), phone: requiredLine(40), email })
export type Guest = z.output<typeof guest>

export const placeOrder = endpoint({
  call: 'POST /api/Shop/PostShopCart',
  summary:
    'Places an order or, with a version, amends the one with this guidKey. Checks prices and stock; takes all lines or none. Refuses prices that are higher than those sent, and takes lower ones. Repeating a guidKey returns the same order',
  access: 'order',
  transaction: 'own',
  isUrgent: true,
  /** Guests could have mails sent to anybody. */
  perMinute: { address: 10, onlyVisitors: true },
  input: z.object({
    guidKey: id,
    /** Required for guests. */
    guest: guest.optional(),
    /** The version of the order that is amended; absent for a new order. */
    version: version.optional(),
    orderType,
    /** Required for users. */
    currAccCode: z.string().max(30).default(''),
    subCurrAccId: optionalId,
    salesPersonCode: z.string().trim().max(30).default(''),
    ...orderHeader,
    lines: z
      .array(
        z.object({
          productId: id,
          qty: z.int().min(1).max(1_000_000),
          unitPrice: z.number().min(0),
          priceCurrencyCode: currencyCode,
          /** Percent that an agent takes off; if omitted for an amended line, it stays as it is. */
          discount: discountPercent.optional(),
          /** As the person saw it; a change needs confirmation. */
          piecesPerLot: z.int().min(1).optional(),
        }),
      )
      .min(1)
      .max(maxSentLines),
  }),
  reply: z.object({
    success: z.literal(true),
    guidKey: id,
    orderId: id,
    orderNumber: z.string(),
    /** Present if the order waits for the office. */
    hold: z.array(holdReason).optional(),
    /** Present if lines cost less than what was sent. */
    lowered: z.array(loweredLine).optional(),
  }),
  errors: [
    'notFound',
    'request.tooMany',
    'session.tooManyTries',
    'order.agentRequired',
    'order.accountBlocked',
    'order.accountGone',
    'order.agentGone',
    'order.branchGone',
    'order.alreadyPlaced',
    'order.otherDraft',
    'order.transferred',
    'order.transferring',
    'order.cancelled',
    'record.changed',
    'order.tooLarge',
    'order.tooManyLines',
    'order.quantityRules',
    'order.overdue',
    'request.invalid',
    ...lineErrors,
  ],
})
export type PlaceOrderInput = z.output<typeof placeOrder.input>

const orderLine = z.object({
  productId: id,
  ...lineShape,
  qty: z.int(),
  unitPrice: z.number(),
  priceCurrencyCode: z.string(),
  /** VAT percent when ordered; absent if not known. */
  taxPercent: z.number().optional(),
  ...whyShape,
})

const related = z.object({ orderId: id, orderNumber: z.string() })

const orderDetail = z.object({
  orderId: id,
  orderNumber: z.string(),
  guidKey: id,
  orderType,
  state: z.enum(orderStateNames),
  orderDate: z.string(),
  currAccCode: z.string(),
  currAccDescription: z.string(),
  subCurrAccId: id.optional(),
  subCurrAccName: z.string(),
  guest: guest.optional(),
  /** For staff only. */
  contact: z
    .object({ accountId: id, phone: z.string(), address: z.string(), branchAddress: z.string() })
    .optional(),
  salesPersonCode: z.string(),
  salesPerson: z.string(),
  /** '' where the reader may not see it. */
  ...shownHeader,
  /** Present while the order is held. */
  hold: hold.optional(),
  /** Absent: the order states no VAT. */
  taxTreatment: z.enum(taxTreatments).optional(),
  taxRounding: z.enum(taxRoundings).optional(),
  qty: z.int(),
  totals: z.array(taxedMoney),
  transfer: z.boolean(),
  transferedDate: z.string().optional(),
  /** Queued, not yet in the ERP. */
  isWaiting: z.boolean(),
  /** Until when the customer who reads it may cancel it; absent if not. */
  cancelBefore: z.string().optional(),
  splitFrom: related.optional(),
  splitInto: z.array(related),
  version: z.int(),
  lines: z.array(orderLine),
  /** The lines as they were placed; absent if the same as `lines`, or not known. */
  placedLines: z.array(z.object({ productId: id, qty: z.int() })).optional(),
})
export type OrderDetail = z.infer<typeof orderDetail>

export const getShopHomeCart = endpoint({
  call: 'GET /api/Shop/GetShopHomeCart',
  summary: 'An order by its guidKey, with full lines',
  access: 'order',
  isTranslated: true,
  input: z.object({ guidKey: id }),
  reply: answer(orderDetail),
  errors: ['notFound'],
})

/** Customers; the office cancels with DeleteOrder. */
const ownOrder = { pages: ['orders'] } as const

export const cancelMyOrder = endpoint({
  call: 'POST /api/Shop/CancelMyOrder',
  summary: 'Cancels an order and returns its stock, while the company lets customers; safe to repeat',
  access: ownOrder,
  input: z.object({ guidKey: id }),
  errors: ['notFound', 'order.transferred', 'order.transferring', 'order.cancelTooLate'],
})

export const restoreMyOrder = endpoint({
  call: 'POST /api/Shop/RestoreMyOrder',
  summary: 'Takes back a cancellation of the last minutes, if the stock is still available',
  access: ownOrder,
  input: z.object({ guidKey: id }),
  errors: [
    'notFound',
    'order.cancelTooLate',
    'order.accountBlocked',
    'order.overdue',
    'order.inventoryNotSufficient',
  ],
})

export const getOrderById = endpoint({
  call: 'GET /api/Shop/GetOrderById',
  summary: 'An order by its id, with full lines',
  access: { pages: ['order'] },
  isTranslated: true,
  input: z.object({ id }),
  reply: answer(orderDetail),
  errors: ['notFound'],
})

export const getOrderPdf = endpoint({
  call: 'GET /api/Shop/GetOrderPdf',
  summary: 'The order of a guidKey as a PDF, in the language of the request',
  access: 'order',
  transaction: 'own',
  input: z.object({ guidKey: id }),
  download: 'application/pdf',
  errors: ['notFound'],
})

export const getOrderExcel = endpoint({
  call: 'GET /api/Shop/GetOrderExcel',
  summary: 'The order of a guidKey as a workbook, in the language of the request',
  access: 'order',
  transaction: 'own',
  input: z.object({ guidKey: id }),
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: ['notFound'],
})

/** See erp.ts. */
const unsentStates = ['pending', 'sending', 'held', 'dead'] as const

export const orderRow = z.object({
  id,
  version: z.int(),
  orderNumber: z.string(),
  guidKey: id,
  orderType,
  customer: z.string(),
  orderDate: z.string(),
  qty: z.int(),
  /** The largest total; `totals` has all currencies. */
  amount: z.number(),
  currency: z.string(),
  totals: z.array(money),
  salesPerson: z.string(),
  state: z.enum(orderStateNames),
  transfer: z.boolean(),
  transferedDate: z.string().optional(),
  /** Queued, not yet in the ERP. */
  isWaiting: z.boolean(),
  /** Transfer details, for staff only. */
  transferState: z.enum(unsentStates).optional(),
  transferError: z.string().optional(),
  waitsFor: z.enum(waitReasons).optional(),
  mayExist: z.boolean().optional(),
  /** What the customer calls it; absent if nothing. */
  customerOrderNumber: z.string().optional(),
  brandCount: z.int(),
  /** Only where asked for: the first products, and brands. */
  pictures: z.array(z.object(picturedShape)).optional(),
  brands: z.array(z.object({ brandName: z.string() })).optional(),
})
export type OrderRow = z.infer<typeof orderRow>

export const orderSorts = [
  'orderNumber',
  'orderDate',
  'customer',
  'salesPerson',
  'qty',
  'amount',
  'transferedDate',
] as const

export const getOrders = endpoint({
  call: 'POST /api/Shop/GetOrders',
  summary: 'Orders the user may see, newest first by default',
  access: { pages: ['orders'] },
  isTranslated: true,
  transaction: 'read',
  input: z.object({
    ...paging,
    sort: z.enum(orderSorts).default('orderDate'),
    order: z.enum(['asc', 'desc']).default('desc'),
    /** Order number, the customer's own number, customer code, name or city, or guest name. */
    text: z.string().trim().max(100).optional(),
    customer: z.string().max(30).optional(),
    agent: z.string().max(30).optional(),
    /** UTC instants of the caller's calendar days: [dateFrom, dateTo). */
    dateFrom: z.iso.datetime().optional(),
    dateTo: z.iso.datetime().optional(),
    orderType: orderType.optional(),
    state: z.enum(orderStateNames).optional(),
    transfer: z.boolean().optional(),
    /** Queued, not yet in the ERP. */
    isWaiting: z.boolean().optional(),
    transferState: z.enum(['sending', 'dead', 'held', 'uncertain']).optional(),
    /** A mail about it was undeliverable. */
    isUndelivered: z.literal(true).optional(),
    brandId: optionalId,
    /** Rows have `pictures` and `brands`. */
    withPictures: flag.default(false),
  }),
  reply: page(orderRow),
})

export const exportOrders = exportOf(getOrders, 'POST /api/Shop/ExportOrders', orderColumns)
