import { z } from 'zod'
import { daysBetween } from '#shared/clock.ts'
import { answer, endpoint, id, orderType } from '#shared/endpoint.ts'
import { picturedShape } from '#shared/shapes.ts'
import { habitDays, maxAnalysisRows, maxRangeDays, stockDays } from './analysisRules.ts'

const day = z.iso.date().refine((text) => text >= '2000-01-01' && text < '2100-01-01')

/** Days in the time zone of clock.ts, inclusive, by time of placing. */
const range = { from: day, to: day }
type Range = { from: string; to: string }

function refuseOddRange({ from, to }: Range, context: z.core.$RefinementCtx) {
  if (from <= to && daysBetween(from, to) <= maxRangeDays) return
  context.addIssue({ code: 'custom', path: ['to'], params: { key: 'field.invalid' }, input: to })
}

const limit = z.coerce.number().int().min(1).max(maxAnalysisRows).default(20)

const money = z.object({ currency: z.string(), amount: z.number() })

/** Placed orders in their current version, per currency; rates.ts converts. */
const sums = z.object({ orders: z.int(), qty: z.int(), totals: z.array(money) })
export type Sums = z.infer<typeof sums>

/** The whole day; `byNow`: until the same time of day. */
const dayBefore = z.object({ day, ...sums.shape, byNow: sums })

const dashboard = z.object({
  day,
  today: sums,
  /** Customers who have ordered today. */
  customersToday: z.int(),
  yesterday: dayBefore,
  sameWeekday: dayBefore,
  /** Orders of any day that still have to go to the ERP; 0 without an ERP. */
  untransferred: z.int(),
  /** Orders whose transfer was given up; 0 for agents and customers. */
  failedTransfers: z.int(),
  /** Orders with undeliverable mails; 0 for customers. */
  undelivered: z.int(),
  /** Orders that wait for the office; for a customer, those that were returned to them. */
  held: z.int(),
  /** For the first steps of a new company. */
  has: z.object({
    agents: z.boolean(),
    brands: z.boolean(),
    products: z.boolean(),
    customers: z.boolean(),
    orders: z.boolean(),
  }),
})
export type Dashboard = z.infer<typeof dashboard>

export const getDashboard = endpoint({
  call: 'GET /api/Shop/GetDashboard',
  summary: 'Today’s orders that the user may see, compared with yesterday and the same day of last week',
  access: { pages: ['dashboard'] },
  reply: answer(dashboard),
})

const steps = ['day', 'week', 'month'] as const
export type Step = (typeof steps)[number]

const sales = z.object({
  /** The first and last part may be shorter. */
  step: z.enum(steps),
  parts: z.array(z.object({ ...range, ...sums.shape })),
  all: sums,
})
export type Sales = z.infer<typeof sales>

export const getSales = endpoint({
  call: 'GET /api/Shop/GetSales',
  summary: 'Orders of a period that the user may see, by day, or for long periods by week or month',
  access: { pages: ['dashboard'] },
  input: z.object(range).superRefine(refuseOddRange),
  reply: answer(sales),
})

export const salesSides = ['brand', 'agent', 'customer'] as const
export type SalesSide = (typeof salesSides)[number]

/** For a brand, only its lines count; an order with two brands counts for both. */
const salesRow = z.object({
  /** The order list's filter value: customer or agent code, or brand id. */
  code: z.string(),
  name: z.string(),
  ...sums.shape,
})
export type SalesRow = z.infer<typeof salesRow>

export const getSalesBy = endpoint({
  call: 'GET /api/Shop/GetSalesBy',
  summary:
    'Orders of a period by brand, agent or customer, largest amount in the tenant’s currency first; total counts all',
  access: { pages: ['dashboard'] },
  input: z.object({ ...range, by: z.enum(salesSides), limit }).superRefine(refuseOddRange),
  reply: answer(z.object({ items: z.array(salesRow), total: z.int() })),
})

const bestSeller = z.object({
  ...picturedShape,
  brandName: z.string(),
  ...sums.shape,
  /** qty counts a lot as one; pieces counts its contents. */
  pieces: z.int(),
})
export type BestSeller = z.infer<typeof bestSeller>

export const getBestSellers = endpoint({
  call: 'GET /api/Shop/GetBestSellers',
  summary: 'The products with the most pieces ordered in a period; total counts all ordered ones',
  access: { pages: ['dashboard'] },
  isTranslated: true,
  input: z.object({ ...range, limit }).superRefine(refuseOddRange),
  reply: answer(z.object({ items: z.array(bestSeller), total: z.int() })),
})

const lowStock = z.object({
  productId: id,
  ...picturedShape,
  itemDim1Code: z.string(),
  lotCode: z.string(),
  lotDescription: z.string(),
  inventory: z.int(),
  /** In the last {@link stockDays} days. */
  sold: z.int(),
})
export type LowStock = z.infer<typeof lowStock>

export const getLowStock = endpoint({
  call: 'GET /api/Shop/GetLowStock',
  summary: `Sizes and lots with less stock than the user's customers ordered in the last ${stockDays} days, those that run out first at the top`,
  access: { pages: ['analysis'] },
  isTranslated: true,
  input: z.object({ limit }),
  reply: answer(z.object({ items: z.array(lowStock), total: z.int() })),
})

const quietCustomer = z.object({
  currAccCode: z.string(),
  currAccDescription: z.string(),
  salesPerson: z.string(),
  lastDay: day,
  days: z.int(),
  /** Typical interval. */
  usualDays: z.int(),
  /** In the last {@link habitDays} days. */
  orders: z.int(),
})
export type QuietCustomer = z.infer<typeof quietCustomer>

export const getQuietCustomers = endpoint({
  call: 'GET /api/Shop/GetQuietCustomers',
  summary: `Customers who ordered on at least three of the last ${habitDays} days, but not for twice their usual interval and the given number of days, most orders first`,
  access: { pages: ['analysis'] },
  input: z.object({ days: z.coerce.number().int().min(1).max(habitDays).default(14), limit }),
  reply: answer(z.object({ since: day, items: z.array(quietCustomer), total: z.int() })),
})

const onlineCustomer = z.object({
  userId: id,
  name: z.string(),
  currAccCode: z.string(),
  currAccDescription: z.string(),
  salesPerson: z.string(),
  /** Online without a break since then, on this many `devices`. */
  onlineSince: z.string(),
  lastSeen: z.string(),
  devices: z.int(),
  orderType,
  totalQty: z.int(),
  totals: z.array(money),
  lines: z.int(),
  changedAt: z.string(),
})
export type OnlineCustomer = z.infer<typeof onlineCustomer>

export const getOnlineCustomers = endpoint({
  call: 'GET /api/Shop/GetOnlineCustomers',
  summary:
    'Customers seen within twice onlineExpire, with their last changed cart; none if onlineExpire is 0',
  access: { pages: ['analysis'] },
  reply: answer(z.array(onlineCustomer)),
})

const onlineCartLine = z.object({
  productId: id,
  ...picturedShape,
  itemDim1Code: z.string(),
  lotCode: z.string(),
  lotDescription: z.string(),
  piecesPerLot: z.int(),
  qty: z.int(),
  unitPrice: z.number(),
  currency: z.string(),
})
export type OnlineCartLine = z.infer<typeof onlineCartLine>

export const getOnlineCart = endpoint({
  call: 'GET /api/Shop/GetOnlineCart',
  summary: 'The cart of an online customer, as counted by GetOnlineCustomers',
  access: { pages: ['analysis'] },
  isTranslated: true,
  input: z.object({ userId: id }),
  reply: answer(z.object({ changedAt: z.string(), lines: z.array(onlineCartLine) })),
  errors: ['notFound'],
})
