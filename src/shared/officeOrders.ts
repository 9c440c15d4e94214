import { z } from 'zod'
import { changeActions } from './changeKinds.ts'
import { answer, done, endpoint, id, nothing, version } from './endpoint.ts'
import { maxPrintedOrders, waitReasons } from './orderRules.ts'
import { orderRow } from './orders.ts'
import { plainText } from './text.ts'

/** Staff only. */
const access = { pages: ['orderEdit'] } as const

export const deleteOrder = endpoint({
  method: 'GET',
  path: '/api/Shop/DeleteOrder',
  summary: 'Cancels an order and gives its stock back. Cancelled twice it is cancelled once',
  access,
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound', 'order.transferred', 'order.transferring'],
})

export const restoreOrder = endpoint({
  method: 'GET',
  path: '/api/Shop/RestoreOrder',
  summary: 'Takes a cancellation back, where the stock that was given back is still there',
  access,
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound', 'order.accountBlocked', 'order.inventoryNotSufficient'],
})

const part = z.object({ orderId: id, orderNumber: z.string(), brandName: z.string() })

export const splitOrder = endpoint({
  method: 'POST',
  path: '/api/Shop/SplitOrder',
  summary:
    'Makes an order of several brands one order per brand: it keeps the brand of its first line, and each other brand is a new order',
  access,
  transaction: 'write',
  input: z.object({ id, version }),
  reply: answer(z.object({ orders: z.array(part) })),
  errors: [
    'notFound',
    'order.transferred',
    'order.transferring',
    'order.cancelled',
    'order.oneBrand',
    'record.changed',
  ],
})

/** Like the longest page. */
const ids = z.array(id).min(1).max(200)

/** All but `queued` leave the order unchanged. */
export const transferOutcomes = ['queued', 'waiting', 'transferred', 'cancelled', 'notFound'] as const

export const transferOrders = endpoint({
  method: 'POST',
  path: '/api/Shop/TransferOrders',
  summary:
    'Puts orders into the queue to the ERP. Those that wait already, or cannot be transferred, are told and left as they are',
  access,
  transaction: 'write',
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
  method: 'POST',
  path: '/api/Shop/WithdrawTransfers',
  summary: 'Takes orders that still wait out of the queue to the ERP; answers how many',
  access,
  transaction: 'write',
  input: z.object({ ids }),
  reply: answer(z.object({ withdrawn: z.int() })),
  errors: [],
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
  method: 'GET',
  path: '/api/Shop/GetOrderHistory',
  summary: 'Who has done what with an order and when, newest first',
  access,
  transaction: 'read',
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
  method: 'GET',
  path: '/api/Shop/GetOrderNotes',
  summary: "The office's own notes on an order, newest first: no customer ever sees them",
  access,
  transaction: 'read',
  input: z.object({ id }),
  reply: answer(z.array(orderNote)),
  errors: ['notFound'],
})

export const addOrderNote = endpoint({
  method: 'POST',
  path: '/api/Shop/AddOrderNote',
  summary: 'Adds a note to an order. Its id is made by the caller: sent twice, it is one note',
  access,
  transaction: 'write',
  input: z.object({
    id,
    orderId: id,
    text: z.string().transform(plainText).pipe(z.string().min(1).max(maxNoteLength)),
  }),
  reply: done,
  errors: ['notFound'],
})

export const deleteOrderNote = endpoint({
  method: 'GET',
  path: '/api/Shop/DeleteOrderNote',
  summary: 'Deletes a note of one’s own; an admin any',
  access,
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound'],
})

export const restoreOrderNote = endpoint({
  method: 'GET',
  path: '/api/Shop/RestoreOrderNote',
  summary: 'Brings a deleted note back',
  access,
  transaction: 'write',
  input: z.object({ id }),
  reply: done,
  errors: ['notFound'],
})

/** With this many, the client reloads the list. */
export const maxOrderNews = 50

export const getOrderNews = endpoint({
  method: 'POST',
  path: '/api/Shop/GetOrderNews',
  summary:
    'Which orders that the user may see were placed or changed since an answer of this call, newest change first; without one only where it stands now',
  access: { pages: ['orders'] },
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
    }),
  ),
  errors: [],
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
  method: 'GET',
  path: '/api/Shop/GetOrdersPdf',
  summary: 'Several orders as one document to print, in the order asked and the language of the request',
  access: { pages: ['orders'] },
  transaction: 'own',
  input: printed,
  reply: nothing,
  download: 'application/pdf',
  errors: ['notFound'],
})

export const getOrdersExcel = endpoint({
  method: 'GET',
  path: '/api/Shop/GetOrdersExcel',
  summary: 'Several orders as a workbook with a sheet for each, in the language of the request',
  access: { pages: ['orders'] },
  transaction: 'own',
  input: printed,
  reply: nothing,
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: ['notFound'],
})
