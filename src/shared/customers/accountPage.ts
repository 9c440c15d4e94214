import { z } from 'zod'
import { answer, endpoint, id } from '#shared/endpoint.ts'
import { orderStateNames } from '#shared/orders/orderStates.ts'
import { money } from '#shared/orders/orders.ts'
import { credit } from './credit.ts'

/** A brand or item ordered in the last twelve months; in lists, the largest amount comes first. */
const bought = z.object({ name: z.string(), code: z.string(), pieces: z.number(), totals: z.array(money) })

const accountPage = z.object({
  id,
  currAccCode: z.string(),
  currAccDescription: z.string(),
  city: z.string(),
  country: z.string(),
  phone: z.string(),
  email: z.string(),
  priceGroup: z.string(),
  salesPerson: z.string(),
  isBlocked: z.boolean(),
  isDeleted: z.boolean(),
  credit,
  /** The last twelve, the oldest first; '2026-11'. */
  months: z.array(z.object({ month: z.string(), orders: z.int(), totals: z.array(money) })),
  brands: z.array(bought),
  items: z.array(bought),
  /** The newest; `openCount` counts all. */
  openOrders: z.array(
    z.object({
      orderId: id,
      orderNumber: z.string(),
      orderDate: z.string(),
      state: z.enum(orderStateNames),
      totals: z.array(money),
    }),
  ),
  openCount: z.int(),
  lastOrder: z.object({ orderId: id, orderNumber: z.string(), at: z.string() }).optional(),
  lastSignIn: z.object({ userId: id, username: z.string(), at: z.string() }).optional(),
})
export type AccountPage = z.infer<typeof accountPage>

export const getAccountPage = endpoint({
  call: 'GET /api/Account/GetAccountPage',
  summary:
    'What is known of a customer: debts, turnover, what they buy, open orders, last contact. By id or code',
  access: { pages: ['account'] },
  transaction: 'read',
  input: z.object({ id: z.string().min(1).max(36) }),
  reply: answer(accountPage),
  errors: ['notFound'],
})
