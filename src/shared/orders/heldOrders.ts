import { z } from 'zod'
import { answer, endpoint, id, page, paging, version } from '#shared/endpoint.ts'
import { plainText } from '#shared/text/text.ts'
import { holdReason } from './holds.ts'
import { orderStateNames } from './orderStates.ts'

const heldOrder = z.object({
  id,
  version: z.int(),
  orderNumber: z.string(),
  guidKey: id,
  state: z.enum(orderStateNames),
  customer: z.string(),
  currAccCode: z.string(),
  salesPerson: z.string(),
  orderDate: z.string(),
  qty: z.int(),
  totals: z.array(z.object({ currency: z.string(), amount: z.number() })),
  description: z.string(),
  reasons: z.array(holdReason),
  /** What was said for a discount, and for quantities that were not agreed. */
  discountReason: z.string(),
  overrideReason: z.string(),
  heldAt: z.string(),
  keepsUntil: z.string(),
  /** The office's, when it returned the order. */
  note: z.string(),
})
export type HeldOrder = z.infer<typeof heldOrder>

const access = { pages: ['heldOrders'] } as const

export const getHeldOrders = endpoint({
  call: 'POST /api/Shop/GetHeldOrders',
  summary:
    'Orders that wait for the office (review) or for the customer (returned), the oldest first by default',
  access,
  transaction: 'read',
  input: z.object({
    ...paging,
    /** Order number, or words of the customer. */
    search: z.string().trim().max(100).optional(),
    sort: z.literal('orderNumber').default('orderNumber'),
    order: z.enum(['asc', 'desc']).default('asc'),
    state: z.enum(['review', 'returned']).default('review'),
  }),
  reply: page(heldOrder),
})

export const acceptHeldOrder = endpoint({
  call: 'POST /api/Shop/AcceptHeldOrder',
  summary: 'Accepts an order that was held; it goes on like any other. Safe to repeat',
  access,
  input: z.object({ id, version }),
  errors: ['notFound', 'record.changed', 'order.cancelled', 'order.accountBlocked'],
})

export const returnHeldOrder = endpoint({
  call: 'POST /api/Shop/ReturnHeldOrder',
  summary: 'Returns a held order to the customer, who changes it or withdraws it. Safe to repeat',
  access,
  input: z.object({ id, version, note: z.string().transform(plainText).pipe(z.string().max(1000)) }),
  errors: ['notFound', 'record.changed', 'order.cancelled', 'request.invalid'],
})

export const answerReturnedOrder = endpoint({
  call: 'POST /api/Shop/AnswerReturnedOrder',
  summary: 'Accepts what the office offers instead of what was ordered, or withdraws the order',
  access: 'signedIn',
  input: z.object({ guidKey: id, version, answer: z.enum(['accept', 'withdraw']) }),
  reply: answer(z.object({ state: z.enum(orderStateNames) })),
  errors: ['permission.denied', 'notFound', 'record.changed', 'order.cancelled', 'order.accountBlocked'],
})
