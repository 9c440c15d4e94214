import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { between } from '#demo/random.ts'
import type { getOrders, getShopHomeCart, placeOrder } from '#shared/orders/orders.ts'
import { client, dataOf } from '#test/app.ts'
import { orderBody, password } from '#test/factories.ts'
import type { Article } from './shop.ts'

export type Order = ReturnType<typeof orderBody>
export type Placed = z.output<typeof placeOrder.reply>

export type Acknowledged = { order: Order; placed: Placed; attempts: number; sentLastAt: number }

/** Unacknowledged attempts: lost connections, 5xx answers, timeouts. */
export type Failures = { lost: number; failed: number; late: number }

const answerTimeoutMs = 10_000
const orderPath = '/api/Shop/PostShopCart'

/** `count` random orders of three lines each, and the quantity needed of each article. */
export function planOrders(random: () => number, count: number, articleCount: number) {
  const needed = Array<number>(articleCount).fill(0)
  const orders = Array.from({ length: count }, () => {
    const articles = Array.from(needed.keys())
    return Array.from({ length: 3 }, () => {
      const [article = 0] = articles.splice(between(random, 0, articles.length - 1), 1)
      const qty = between(random, 1, 3)
      needed[article] = (needed[article] ?? 0) + qty
      return { article, qty }
    })
  })
  return { orders, needed }
}

/** An order of these articles with a new guidKey. */
export function orderOf(articles: Article[], lines: { article: number; qty: number }[]): Order {
  return orderBody({
    lines: lines.map(({ article, qty }) => {
      const { variantId, unitPrice } = articles[article] ?? { variantId: '', unitPrice: 0 }
      return [variantId, qty, unitPrice]
    }),
  })
}

export async function signIn(port: number, username: 'dealer' | 'admin' = 'dealer'): Promise<string> {
  const { status, body } = await client(port, {}).post('/api/Account/authenticate', { username, password })
  if (status !== 200) throw new Error(`${username} was not let in: ${JSON.stringify(body)}`)
  return body.token
}

export function sendOrder(port: number, token: string, order: Order): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${orderPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
}

/** @throws unless the order is acknowledged */
export async function placeOnce(port: number, token: string, order: Order): Promise<Placed> {
  const answer = await sendOrder(port, token, order)
  if (answer.status !== 200) throw new Error(`Order refused: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Placed
}

/**
 * Resends an order with the same guidKey until it is acknowledged, like the shop. Throws if it is refused.
 * @param portNow the server's current port
 */
export async function placeWithRetries(
  portNow: () => number,
  token: string,
  order: Order,
  { random, failures, signal }: { random: () => number; failures: Failures; signal: AbortSignal },
): Promise<Acknowledged> {
  for (let attempts = 1; !signal.aborted; attempts += 1) {
    const sentLastAt = Date.now()
    try {
      const answer = await sendOrder(portNow(), token, order)
      const body: unknown = await answer.json()
      if (answer.status === 200) return { order, placed: body as Placed, attempts, sentLastAt }
      if (answer.status < 500) throw new OrderRefused(`${answer.status} ${JSON.stringify(body)}`)
      failures.failed += 1
    } catch (error) {
      if (error instanceof OrderRefused) throw error
      if (error instanceof DOMException && error.name === 'TimeoutError') failures.late += 1
      else failures.lost += 1
    }
    await sleep(between(random, 20, 120))
  }
  throw new Error(`Order ${order.guidKey} was not acknowledged in time: ${JSON.stringify(failures)}`)
}

class OrderRefused extends Error {}

export const readOrder = (port: number, token: string, guidKey: string): Promise<OneOrder> =>
  dataOf(client(port, {}).as({ token }).get('/api/Shop/GetShopHomeCart', { guidKey }))

/** The dealer's 200 newest orders. */
export const listOrders = (port: number, token: string): Promise<OrderPage> =>
  dataOf(client(port, {}).as({ token }).post('/api/Shop/GetOrders', { limit: 200 }))

type OneOrder = z.output<typeof getShopHomeCart.reply>['data']
type OrderPage = z.output<typeof getOrders.reply>['data']
