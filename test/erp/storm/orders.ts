import { setTimeout as sleep } from 'node:timers/promises'
import { between } from '#demo/random.ts'
import { orderBody } from '#test/factories.ts'
import type { Article, Shop } from './catalogue.ts'

export type Line = { article: Article; qty: number }
/** As last acknowledged. */
export type StormOrder = {
  shop: Shop
  id: string
  guidKey: string
  lines: Line[]
  isCancelled: boolean
}
export type Counts = Record<
  | 'placed'
  | 'long'
  | 'mixed'
  | 'unknown'
  | 'noAddress'
  | 'amended'
  | 'amendedTooLate'
  | 'cancelled'
  | 'cancelledTooLate',
  number
>

type Kind = 'plain' | 'long' | 'mixed' | 'unknown' | 'noAddress'
/** A product missing in Tryton; a customer without an address. */
const kinds: Kind[] = ['long', 'mixed', 'mixed', 'unknown', 'noAddress']
/** The others are plain. */
const ordersPerCycle = 25

export type Planned = { shop: Shop; kind: Kind; lines: Line[]; next?: 'amend' | 'cancel'; amended: Line[] }

export function planOrders(random: () => number, shops: Shop[], count: number): Planned[] {
  return Array.from({ length: count }, (_, index) => {
    const shop = shops[index % shops.length] as Shop
    const kind = kinds[index % ordersPerCycle] ?? 'plain'
    const chance = random()
    return {
      shop,
      kind,
      lines: linesOf(random, shop, kind),
      amended: linesOf(random, shop, kind === 'long' ? 'plain' : kind),
      ...(chance < 0.1 ? { next: 'amend' as const } : chance < 0.2 ? { next: 'cancel' as const } : {}),
    }
  })
}

function linesOf(random: () => number, { articles }: Shop, kind: Kind): Line[] {
  const own = draw(random, articles.own, kind === 'long' ? 200 : between(random, 1, 6))
  const more = { mixed: articles.other, unknown: articles.unknown, plain: [], long: [], noAddress: [] }[kind]
  const added = more.length > 0 ? draw(random, more, between(random, 1, 3)) : []
  return [...own, ...added].map((article) => ({ article, qty: between(random, 1, 9) }))
}

function draw(random: () => number, articles: Article[], count: number): Article[] {
  const left = [...articles]
  return Array.from({ length: count }, () => left.splice(between(random, 0, left.length - 1), 1)).flat()
}

function bodyOf(lines: Line[], kind: Kind, account: string) {
  return {
    ...orderBody({ currAccCode: account, salesPersonCode: kind === 'noAddress' ? 'P2' : 'P1' }),
    lines: lines.map(({ article: { variantId, priceMinor, currencyCode }, qty }) => ({
      productId: variantId,
      qty,
      unitPrice: priceMinor / 100,
      priceCurrencyCode: currencyCode,
    })),
  }
}

/** May also amend or cancel it. */
export async function place(random: () => number, planned: Planned, counts: Counts): Promise<StormOrder> {
  const { shop, kind, lines, next, amended } = planned
  const account = kind === 'noAddress' ? '120.03' : random() < 0.8 ? '120.01' : '120.02'
  const body = bodyOf(lines, kind, account)
  const { body: placed, status } = await shop.admin.post('/api/Shop/PostShopCart', body)
  if (status !== 200) throw new Error(`An order was refused: ${status} ${JSON.stringify(placed)}`)
  counts.placed += 1
  if (kind !== 'plain') counts[kind] += 1
  const order: StormOrder = { shop, id: placed.orderId, guidKey: body.guidKey, lines, isCancelled: false }
  if (next) await sleep(between(random, 0, 400))
  if (next === 'amend') {
    const change = { ...bodyOf(amended, kind, account), guidKey: body.guidKey, version: 1 }
    if (succeeded(await shop.admin.post('/api/Shop/PostShopCart', change))) {
      order.lines = amended
      counts.amended += 1
    } else counts.amendedTooLate += 1
  }
  if (next === 'cancel') {
    order.isCancelled = succeeded(await shop.admin.get('/api/Shop/DeleteOrder', { id: order.id }))
    counts[order.isCancelled ? 'cancelled' : 'cancelledTooLate'] += 1
  }
  return order
}

/** @throws unless it succeeded or was too late */
function succeeded({ status, body }: { status: number; body: { code?: string } }): boolean {
  if (status === 200) return true
  if (body.code === 'order.transferring' || body.code === 'order.transferred') return false
  throw new Error(`An order cannot be changed: ${status} ${JSON.stringify(body)}`)
}
