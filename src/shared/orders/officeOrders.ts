import { z } from 'zod'
import { changeActions } from '#shared/changes/changeKinds.ts'
import { answer, endpoint, id, version } from '#shared/endpoint.ts'
import { plainText } from '#shared/text/text.ts'
import { maxPrintedOrders, waitReasons } from './orderRules.ts'
import { orderRow } from './orders.ts'

/** Staff only. */
const access = { pages: ['orderEdit'] } as const

export const deleteOrder = endpoint({
  call: 'GET /api/Shop/DeleteOrder',
  summary: 'Cancels an order and returns its stock; safe to repeat',
  access,
  transaction: 'write',
  /** With a version, an order that was changed since is refused. */
  input: z.object({ id, version: z.coerce.number().pipe(version).optional() }),
  errors: ['notFound', 'order.transferred', 'order.transferring', 'record.changed'],
})

export const restoreOrder = endpoint({
  call: 'GET /api/Shop/RestoreOrder',
  summary: 'Undoes a cancellation, if the stock is still available',
  access,
  transaction: 'write',
  input: z.object({ id }),
  errors: ['notFound', 'order.accountBlocked', 'order.overdue', 'order.inventoryNotSufficient'],
})

const part = z.object({ orderId: id, orderNumber: z.string(), brandName: z.string() })

export const splitOrder = endpoint({
  call: 'POST /api/Shop/SplitOrder',
  summary:
    'Splits an order into one per brand: it keeps its first line’s brand, and each other brand becomes a new order',
  access,
  input: z.object({ id, version }),
  reply: answer(z.object({ orders: z.array(part) })),
  errors: [
    'notFound',
    'order.transferred',
    'order.transferring',
    'order.cancelled',
    'order.held',
    'order.oneBrand',
    'record.changed',
  ],
})

/** Like the longest page. */
const ids = z.array(id).min(1).max(200)

/** All but `queued` leave the order unchanged. */
export const transferOutcomes = ['queued', 'waiting', 'transferred', 'cancelled', 'held', 'notFound'] as const

export const transferOrders = endpoint({
  call: 'POST /api/Shop/TransferOrders',
  summary: 'Queues orders for the ERP. Reports those that are already waiting or cannot be transferred',
  access,
  input: z.object({ ids }),
  reply: answer(
    z.object({
      orders: z.array(z.object({ id, outcome: z.enum(transferOutcomes) })),
      /** Why waiting orders cannot be sent now. */
      waitsFor: z.enum(waitReasons).optional(),
    }),
  ),
  errors: ['order.transferOff', 'erp.notLinked'],
})
export type TransferOutcome = (typeof transferOutcomes)[number]

export const withdrawTransfers = endpoint({
  call: 'POST /api/Shop/WithdrawTransfers',
  summary: 'Removes waiting orders from the ERP queue; answers their number',
  access,
  input: z.object({ ids }),
  reply: answer(z.object({ withdrawn: z.int() })),
})

const orderChange = z.object({
  id,
  at: z.string(),
  /** '' if unknown, as for orders made by commands. */
  userName: z.string(),
  action: z.enum(changeActions),
  before: z.record(z.string(), z.unknown()).optional(),
  after: z.record(z.string(), z.unknown()).optional(),
})
export type OrderChange = z.infer<typeof orderChange>

export const getOrderHistory = endpoint({
  call: 'GET /api/Shop/GetOrderHistory',
  summary: 'History of an order: who did what and when, newest first',
  access,
  input: z.object({ id }),
  reply: answer(z.array(orderChange)),
  errors: ['notFound'],
})

export const maxNoteLength = 2000

const orderNote = z.object({
  id,
  text: z.string(),
  author: z.string(),
  writtenAt: z.string(),
  /** Own notes; admins all. */
  mayDelete: z.boolean(),
})
export type OrderNote = z.infer<typeof orderNote>

export const getOrderNotes = endpoint({
  call: 'GET /api/Shop/GetOrderNotes',
  summary: "The office's notes on an order, newest first; never shown to customers",
  access,
  input: z.object({ id }),
  reply: answer(z.array(orderNote)),
  errors: ['notFound'],
})

export const addOrderNote = endpoint({
  call: 'POST /api/Shop/AddOrderNote',
  summary: 'Adds a note to an order. The caller makes its id, so repeating is safe',
  access,
  input: z.object({
    id,
    orderId: id,
    text: z.string().transform(plainText).pipe(z.string().min(1).max(maxNoteLength)),
  }),
  errors: ['notFound'],
})

export const deleteOrderNote = endpoint({
  call: 'GET /api/Shop/DeleteOrderNote',
  summary: 'Deletes one’s own note; admins can delete any',
  access,
  transaction: 'write',
  input: z.object({ id }),
  errors: ['notFound'],
})

export const restoreOrderNote = endpoint({
  call: 'GET /api/Shop/RestoreOrderNote',
  summary: 'Restores a deleted note',
  access,
  transaction: 'write',
  input: z.object({ id }),
  errors: ['notFound'],
})

/** With this many, the client reloads the list. */
export const maxOrderNews = 50

export const getOrderNews = endpoint({
  call: 'POST /api/Shop/GetOrderNews',
  summary:
    'Orders placed or changed since an earlier answer of this call, newest change first; without one, only the current position. Tells customers and agents how many orders were returned to them, and how much of their news is unread',
  access: { pages: ['orders'] },
  isTranslated: true,
  transaction: 'read',
  input: z.object({
    since: z.object({ version: z.int().min(0), lastNumber: z.int().min(0) }).optional(),
  }),
  reply: answer(
    z.object({
      version: z.int(),
      lastNumber: z.int(),
      added: z.int(),
      rows: z.array(orderRow),
      unread: z.int(),
      /** Orders that wait for the answer of the customer or their agent; `keepsUntil`: the first is cancelled then. */
      returned: z.object({ count: z.int(), keepsUntil: z.string() }).optional(),
    }),
  ),
})
export type OrderNews = z.infer<typeof getOrderNews.reply>['data']

/** Comma-separated ids. */
const printed = z.object({
  ids: z
    .string()
    .max(maxPrintedOrders * 40)
    .transform((text) => text.split(','))
    .pipe(z.array(id).min(1).max(maxPrintedOrders)),
})

export const getOrdersPdf = endpoint({
  call: 'GET /api/Shop/GetOrdersPdf',
  summary: 'Several orders as one PDF, in the given order and the language of the request',
  access: { pages: ['orders'] },
  transaction: 'own',
  input: printed,
  download: 'application/pdf',
  errors: ['notFound'],
})

export const getOrdersExcel = endpoint({
  call: 'GET /api/Shop/GetOrdersExcel',
  summary: 'Several orders as a workbook with one sheet each, in the language of the request',
  access: { pages: ['orders'] },
  transaction: 'own',
  input: printed,
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: ['notFound'],
})
