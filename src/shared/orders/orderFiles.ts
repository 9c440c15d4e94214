import { z } from 'zod'
import { answer, endpoint, id } from '#shared/endpoint.ts'
import { exportTypes } from '#shared/exports/exports.ts'
import { orderFileKinds } from './orderRules.ts'

const orderFile = z.object({
  id,
  kind: z.enum(orderFileKinds),
  /** failed: also if its process ended. */
  state: z.enum(['making', 'ready', 'failed']),
  fileName: z.string(),
  orders: z.int(),
  done: z.int(),
  createdAt: z.string(),
})
export type OrderFile = z.infer<typeof orderFile>

const access = { pages: ['orders'] } as const

export const startOrderFile = endpoint({
  call: 'POST /api/Shop/StartOrderFile',
  summary:
    'Starts making one file of up to 1,000 orders, in the given order and the language of the request; one at a time per user',
  access,
  transaction: 'own',
  // The server refuses too many with a message; this is only a guard.
  input: z.object({ kind: z.enum(orderFileKinds), ids: z.array(id).min(1).max(10_000) }),
  reply: answer(z.object({ id })),
  errors: ['notFound', 'orderFile.tooMany', 'orderFile.busy', 'server.busy'],
})

export const getOrderFiles = endpoint({
  call: 'GET /api/Shop/GetOrderFiles',
  summary: "One's own order files of the last day with their progress, newest first",
  access,
  reply: answer(z.array(orderFile)),
})

export const getOrderFile = endpoint({
  call: 'GET /api/Shop/GetOrderFile',
  summary: 'One’s own finished order file',
  access,
  transaction: 'own',
  input: z.object({ id }),
  download: ['application/pdf', exportTypes.xlsx],
  errors: ['notFound'],
})

export const deleteOrderFile = endpoint({
  call: 'POST /api/Shop/DeleteOrderFile',
  summary: 'Deletes one’s own order file; stops one that is being made',
  access,
  input: z.object({ id }),
  errors: ['notFound'],
})
