import { z } from 'zod'
import { answer, email, endpoint, id } from '#shared/endpoint.ts'

const access = { pages: ['orderEdit'] } as const

export const orderMailKinds = [
  'placed',
  'amended',
  'cancelled',
  'restored',
  'held',
  'accepted',
  'returned',
] as const
export type OrderMailKind = (typeof orderMailKinds)[number]

/**
 * pending: waiting or retried; kept: written to a folder because there was no mail server; dead: given up; replaced:
 * given up, superseded by a newer mail; dropped: given up, and dismissed.
 */
export const orderMailStates = ['pending', 'sent', 'kept', 'dead', 'replaced', 'dropped'] as const

const orderMail = z.object({
  id,
  kind: z.enum(orderMailKinds),
  recipient: z.string(),
  state: z.enum(orderMailStates),
  attempts: z.int(),
  /** The mail server's error. */
  error: z.string(),
  /** When sent, else when written. */
  at: z.string(),
})
export type OrderMail = z.infer<typeof orderMail>

export const getOrderMails = endpoint({
  call: 'GET /api/Shop/GetOrderMails',
  summary: 'The mails about an order, newest first, including undeliverable ones',
  access,
  input: z.object({ id }),
  reply: answer(z.array(orderMail)),
  errors: ['notFound'],
})

export const sendOrderMail = endpoint({
  call: 'POST /api/Shop/SendOrderMail',
  summary: 'Sends an undeliverable mail again, optionally to another address',
  access,
  input: z.object({ id, recipient: email.pipe(z.string().min(1)).optional() }),
  errors: ['notFound'],
})

export const dropOrderMail = endpoint({
  call: 'POST /api/Shop/DropOrderMail',
  summary: 'Dismisses an undeliverable mail. It can still be sent later',
  access,
  input: z.object({ id }),
  errors: ['notFound'],
})
