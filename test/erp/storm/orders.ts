import { setTimeout as sleep } from 'node:timers/promises'
import { between } from '#demo/random.ts'
import { orderBody } from '#test/factories.ts'
import type { Article, Shop } from './catalogue.ts'

export type Line = { article: Article; qty: number }
/** An order as it was acknowledged last. */
export type StormOrder = {
  shop: Shop
  id: string
  guidKey: string
  lines: Line[]
  isCancelled: boolean
}
/** How many of each kind there were, and what became of changes. */
export type Counts = Record<
  | 'placed'
  | 'long'
  | 'mixed'
  | 'unknown'
  | 'homeless'
  | 'amended'
  | 'amendedTooLate'
  | 'cancelled'
  | 'cancelledTooLate',
  number
>

type Kind = 'plain' | 'long' | 'mixed' | 'unknown' | 'homeless'
/** `unknown` has a product that Tryton does not know, `homeless` is of a customer of whom it makes no offer. */
const kinds: Kind[] = ['long', 'mixed', 'mixed', 'unknown', 'homeless']
/** One order in so many has 200 lines, and so on; the rest is plain. */
const rarity = 25

export type Planned = { shop: Shop; kind: Kind; lines: Line[]; next?: 'amend' | 'cancel'; amended: Line[] }

/** Orders of all shops; every kind is among the first ones, so that few orders have them all. */
export function planOrders(random: () => number, shops: Shop[], count: number): Planned[] {
  return Array.from({ length: count }, (_, index) => {
    const shop = shops[index % shops.length] as Shop
    const kind = kinds[index % rarity] ?? 'plain'
    const fate = random()
    return {
      shop,
      kind,
      lines: linesOf(random, shop, kind),
      amended: linesOf(random, shop, kind === 'long' ? 'plain' : kind),
      ...(fate < 0.1 ? { next: 'amend' as const } : fate < 0.2 ? { next: 'cancel' as const } : {}),
    }
  })
}

function linesOf(random: () => number, { articles }: Shop, kind: Kind): Line[] {
  const own = draw(random, articles.own, kind === 'long' ? 200 : between(random, 1, 6))
  const more = { mixed: articles.other, unknown: articles.unknown, plain: [], long: [], homeless: [] }[kind]
  const added = more.length > 0 ? draw(random, more, between(random, 1, 3)) : []
  return [...own, ...added].map((article) => ({ article, qty: between(random, 1, 9) }))
}

function draw(random: () => number, articles: Article[], count: number): Article[] {
  const left = [...articles]
  return Array.from({ length: count }, () => left.splice(between(random, 0, left.length - 1), 1)).flat()
}

function bodyOf(lines: Line[], kind: Kind, account: string) {
  return {
    ...orderBody({ currAccCode: account, salesPersonCode: kind === 'homeless' ? 'P2' : 'P1' }),
    lines: lines.map(({ article: { variantId, priceMinor, currencyCode }, qty }) => ({
      productId: variantId,
      qty,
      unitPrice: priceMinor / 100,
      priceCurrencyCode: currencyCode,
    })),
  }
}

/** Places an order over HTTP, and amends or cancels it soon after, if the dispatchers were not quicker. */
export async function place(random: () => number, planned: Planned, counts: Counts): Promise<StormOrder> {
  const { shop, kind, lines, next, amended } = planned
  const account = kind === 'homeless' ? '120.03' : random() < 0.8 ? '120.01' : '120.02'
  const body = bodyOf(lines, kind, account)
  const { body: placed, status } = await shop.admin.post('/api/Shop/PostShopCart', body)
  if (status !== 200) throw new Error(`An order was refused: ${status} ${JSON.stringify(placed)}`)
  counts.placed += 1
  if (kind !== 'plain') counts[kind] += 1
  const order: StormOrder = { shop, id: placed.orderId, guidKey: body.guidKey, lines, isCancelled: false }
  if (next) await sleep(between(random, 0, 400))
  if (next === 'amend') {
    const change = { ...bodyOf(amended, kind, account), guidKey: body.guidKey, version: 1 }
    if (isDone(await shop.admin.post('/api/Shop/PostShopCart', change))) {
      order.lines = amended
      counts.amended += 1
    } else counts.amendedTooLate += 1
  }
  if (next === 'cancel') {
    order.isCancelled = isDone(await shop.admin.get('/api/Shop/DeleteOrder', { id: order.id }))
    counts[order.isCancelled ? 'cancelled' : 'cancelledTooLate'] += 1
  }
  return order
}

/** Whether a change was made; that it came too late is the only thing that may stand in its way. */
function isDone({ status, body }: { status: number; body: { code?: string } }): boolean {
  if (status === 200) return true
  if (body.code === 'order.transferring' || body.code === 'order.transferred') return false
  throw new Error(`An order cannot be changed: ${status} ${JSON.stringify(body)}`)
}
