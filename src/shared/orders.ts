import { z } from 'zod'
import {
  answer,
  currencyCode,
  email,
  endpoint,
  id,
  line,
  optionalId,
  orderType,
  page,
  paging,
  requiredLine,
  version,
} from './endpoint.ts'
import { lineErrors } from './errors.ts'
import { orderColumns } from './exportColumns.ts'
import { exportOf } from './exports.ts'
import { hold, holdReason } from './holds.ts'
import { orderStates, waitReasons } from './orderRules.ts'
import { whyShape } from './priceRules.ts'
import { lineShape } from './shapes.ts'
import { taxRoundings, taxTreatments } from './tax.ts'
import { plainText } from './text.ts'

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

/** Two decimals. */
const discount = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Number(value.toFixed(2)) === value, { params: { key: 'field.invalid' } })
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
    /** Of the amended order; absent for a new one. */
    version: version.optional(),
    orderType,
    /** Required for users. */
    currAccCode: z.string().max(30).default(''),
    subCurrAccId: optionalId,
    salesPersonCode: z.string().trim().max(30).default(''),
    description: z.string().transform(plainText).pipe(z.string().max(200)).default(''),
    /** Opens the price rules of a campaign. */
    campaignCode: line(30).default(''),
    /** Percent that an agent takes off all lines, and why. Of an amended order, what is omitted stays. */
    discount: discount.optional(),
    discountReason: line(200).optional(),
    /** Why the order does not keep agreed quantities. */
    overrideReason: line(200).default(''),
    lines: z
      .array(
        z.object({
          productId: id,
          qty: z.int().min(1).max(1_000_000),
          unitPrice: z.number().min(0),
          priceCurrencyCode: currencyCode,
          /** Percent that an agent takes off; of an amended line, an omitted one stays. */
          discount: discount.optional(),
          /** As the person saw it; a change needs confirmation. */
          piecesPerLot: z.int().min(1).optional(),
        }),
      )
      .min(1),
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
  /** Of VAT, as when ordered; absent if not known. */
  taxPercent: z.number().optional(),
  ...whyShape,
})

const related = z.object({ orderId: id, orderNumber: z.string() })

const orderDetail = z.object({
  orderId: id,
  orderNumber: z.string(),
  guidKey: id,
  orderType,
  state: z.enum(orderStates),
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
  description: z.string(),
  /** '' for none. */
  campaignCode: z.string(),
  /** Percent that an agent took off all lines. */
  discount: z.number(),
  /** For staff only; else ''. */
  discountReason: z.string(),
  overrideReason: z.string(),
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
  splitFrom: related.optional(),
  splitInto: z.array(related),
  version: z.int(),
  lines: z.array(orderLine),
  /** What it had when it was placed; absent: the same as its lines, or not known. */
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
  /** Of the largest total; `totals` has all currencies. */
  amount: z.number(),
  currency: z.string(),
  totals: z.array(money),
  salesPerson: z.string(),
  state: z.enum(orderStates),
  transfer: z.boolean(),
  transferedDate: z.string().optional(),
  /** Queued, not yet in the ERP. */
  isWaiting: z.boolean(),
  /** Transfer details, for staff only. */
  transferState: z.enum(unsentStates).optional(),
  transferError: z.string().optional(),
  waitsFor: z.enum(waitReasons).optional(),
  mayExist: z.boolean().optional(),
  brandCount: z.int(),
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
  transaction: 'read',
  input: z.object({
    ...paging,
    sort: z.enum(orderSorts).default('orderDate'),
    order: z.enum(['asc', 'desc']).default('desc'),
    /** Order number, customer code, name or city, or guest name. */
    text: z.string().trim().max(100).optional(),
    customer: z.string().max(30).optional(),
    agent: z.string().max(30).optional(),
    /** UTC instants of the caller's calendar days: [dateFrom, dateTo). */
    dateFrom: z.iso.datetime().optional(),
    dateTo: z.iso.datetime().optional(),
    orderType: orderType.optional(),
    state: z.enum(orderStates).optional(),
    transfer: z.boolean().optional(),
    /** Queued, not yet in the ERP. */
    isWaiting: z.boolean().optional(),
    transferState: z.enum(['sending', 'dead', 'held', 'uncertain']).optional(),
    /** A mail about it was undeliverable. */
    isUndelivered: z.literal(true).optional(),
    brandId: optionalId,
  }),
  reply: page(orderRow),
})

export const exportOrders = exportOf(getOrders, 'POST /api/Shop/ExportOrders', orderColumns)
