import { z } from 'zod'
import {
  answer,
  currencyCode,
  email,
  endpoint,
  id,
  nothing,
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
import { orderStates, waitReasons } from './orderRules.ts'
import { plainText } from './text.ts'

const money = z.object({ currency: z.string(), amount: z.number() })
export type Money = z.infer<typeof money>

/** Who orders without having signed in, where the tenant takes such orders. */
const guest = z.object({ name: requiredLine(100), phone: requiredLine(40), email })
export type Guest = z.output<typeof guest>

export const placeOrder = endpoint({
  method: 'POST',
  path: '/api/Shop/PostShopCart',
  summary:
    'Places an order, or with the version that was read amends the one of this guidKey. Prices and stock are checked here: all lines or none. The same guidKey sent again is the same order',
  access: 'order',
  transaction: 'write',
  isUrgent: true,
  /** Whoever has not signed in could have mails sent to anybody. */
  perMinute: { address: 10, onlyVisitors: true },
  input: z.object({
    guidKey: id,
    /** Wanted of whoever has not signed in; their order is booked under an account of the tenant's choice. */
    guest: guest.optional(),
    /** Of the order that is amended; absent where a new one is placed. */
    version: version.optional(),
    orderType,
    /** Wanted of whoever is signed in. */
    currAccCode: z.string().max(30).default(''),
    subCurrAccId: optionalId,
    salesPersonCode: z.string().trim().max(30).default(''),
    description: z.string().transform(plainText).pipe(z.string().max(200)).default(''),
    lines: z
      .array(
        z.object({
          productId: id,
          qty: z.int().min(1).max(1_000_000),
          unitPrice: z.number().min(0),
          priceCurrencyCode: currencyCode,
          /** What the person has seen to be in a lot: where it is another number by now, they are asked. */
          piecesPerLot: z.int().min(1).optional(),
        }),
      )
      .min(1),
  }),
  reply: z.object({ success: z.literal(true), guidKey: id, orderId: id, orderNumber: z.string() }),
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
    ...lineErrors,
  ],
})
export type PlaceOrderInput = z.output<typeof placeOrder.input>

const orderLine = z.object({
  productId: id,
  itemCode: z.string(),
  itemDescription: z.string(),
  brandName: z.string(),
  colorCode: z.string(),
  colorDescription: z.string(),
  itemDim1Code: z.string(),
  lotCode: z.string(),
  lotDescription: z.string(),
  piecesPerLot: z.int(),
  qty: z.int(),
  unitPrice: z.number(),
  priceCurrencyCode: z.string(),
  inventory: z.int(),
  images: z.array(z.string()),
  updatedDate: z.string(),
  /** Where its size or lot stands among those of its product. */
  sortOrder: z.int().optional(),
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
  /** Who has ordered without signing in. */
  guest: guest.optional(),
  /** How the customer is reached, and where the branch is: told to staff. */
  contact: z
    .object({ accountId: id, phone: z.string(), address: z.string(), branchAddress: z.string() })
    .optional(),
  salesPersonCode: z.string(),
  salesPerson: z.string(),
  description: z.string(),
  qty: z.int(),
  totals: z.array(money),
  transfer: z.boolean(),
  transferedDate: z.string().optional(),
  /** Asked to be transferred, and not yet fetched by the ERP. */
  isWaiting: z.boolean(),
  /** The order that this one was a part of. */
  splitFrom: related.optional(),
  /** Those that were a part of this one. */
  splitInto: z.array(related),
  version: z.int(),
  lines: z.array(orderLine),
})
export type OrderDetail = z.infer<typeof orderDetail>

export const getShopHomeCart = endpoint({
  method: 'GET',
  path: '/api/Shop/GetShopHomeCart',
  summary: 'An order by its guidKey, with full lines',
  access: 'order',
  transaction: 'read',
  input: z.object({ guidKey: id }),
  reply: answer(orderDetail),
  errors: ['notFound'],
})

export const getOrderById = endpoint({
  method: 'GET',
  path: '/api/Shop/GetOrderById',
  summary: 'An order by its id, with full lines',
  access: { pages: ['order'] },
  transaction: 'read',
  input: z.object({ id }),
  reply: answer(orderDetail),
  errors: ['notFound'],
})

export const getOrderPdf = endpoint({
  method: 'GET',
  path: '/api/Shop/GetOrderPdf',
  summary: 'The order of a guidKey as a document to print, in the language of the request',
  access: 'order',
  transaction: 'own',
  input: z.object({ guidKey: id }),
  reply: nothing,
  download: 'application/pdf',
  errors: ['notFound'],
})

export const getOrderExcel = endpoint({
  method: 'GET',
  path: '/api/Shop/GetOrderExcel',
  summary: 'The order of a guidKey as a workbook, in the language of the request',
  access: 'order',
  transaction: 'own',
  input: z.object({ guidKey: id }),
  reply: nothing,
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: ['notFound'],
})

/** Where an order stands that has been asked to go to the ERP and is not there yet; see erp.ts. */
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
  /** Amount and currency of the currency with the most lines' worth; an order in several has all in totals. */
  amount: z.number(),
  currency: z.string(),
  totals: z.array(money),
  salesPerson: z.string(),
  state: z.enum(orderStates),
  transfer: z.boolean(),
  transferedDate: z.string().optional(),
  /** Asked to be transferred, and not yet fetched by the ERP. */
  isWaiting: z.boolean(),
  /**
   * How it goes on the way there, why the ERP refused it, why it cannot be sent for now, and whether it may be there all
   * the same: told to staff.
   */
  transferState: z.enum(unsentStates).optional(),
  transferError: z.string().optional(),
  waitsFor: z.enum(waitReasons).optional(),
  mayExist: z.boolean().optional(),
  /** Of how many brands its lines are. */
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
  method: 'POST',
  path: '/api/Shop/GetOrders',
  summary: 'Orders the user may see, newest first unless sorted otherwise',
  access: { pages: ['orders'] },
  transaction: 'read',
  input: z.object({
    ...paging,
    sort: z.enum(orderSorts).default('orderDate'),
    order: z.enum(['asc', 'desc']).default('desc'),
    /** Part of the order number, of the customer's code, name or city, or of a guest's name. */
    text: z.string().trim().max(100).optional(),
    customer: z.string().max(30).optional(),
    agent: z.string().max(30).optional(),
    /** First and last day, as dates of the caller's calendar put into UTC instants: [dateFrom, dateTo). */
    dateFrom: z.iso.datetime().optional(),
    dateTo: z.iso.datetime().optional(),
    orderType: orderType.optional(),
    state: z.enum(orderStates).optional(),
    transfer: z.boolean().optional(),
    /** Asked to be transferred, and not yet fetched by the ERP. */
    isWaiting: z.boolean().optional(),
    transferState: z.enum(['sending', 'dead', 'held', 'uncertain']).optional(),
    /** Somebody who was to be told of it by mail could not be. */
    isUndelivered: z.literal(true).optional(),
    brandId: optionalId,
  }),
  reply: page(orderRow),
  errors: [],
})

export const exportOrders = exportOf(getOrders, '/api/Shop/ExportOrders', orderColumns)
