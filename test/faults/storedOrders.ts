import { join } from 'node:path'
import { Client } from 'pg'
import { embeddedConnections } from '#server/db/connection.ts'
import { findRunningEmbedded } from '#server/db/embedded.ts'
import type { ShopFolder } from './shop.ts'

export type StoredOrders = {
  orders: { guidKey: string; id: string; number: number; qty: number; placedAt: Date }[]
  lines: { guidKey: string; variantId: string; qty: number; unitPriceMinor: number }[]
  /** Orders whose totals or quantity differ from their lines. */
  wrongSums: { number: number }[]
  /** Claimed keys without an order: resending them returns neither an order nor places one. */
  lostKeys: { guidKey: string }[]
  keys: number
  lastNumber: number
  stock: Map<string, number>
}

/** Reads as the superuser, without the server's code. */
export async function readStoredOrders(shop: ShopFolder): Promise<StoredOrders> {
  return asSuperuser(shop, async (client) => {
    const rows = async <Row extends object>(text: string) => (await client.query(text)).rows as Row[]
    await client.query('begin isolation level repeatable read read only')
    const [counted] = await rows<{ keys: number; lastNumber: number }>(counts)
    const stock = await rows<{ id: string; inventory: number }>('select id, inventory from variants')
    return {
      orders: await rows(orders),
      lines: await rows(lines),
      wrongSums: await rows(wrongSums),
      lostKeys: await rows(lostKeys),
      keys: counted?.keys ?? Number.NaN,
      lastNumber: counted?.lastNumber ?? Number.NaN,
      stock: new Map(stock.map(({ id, inventory }) => [id, inventory])),
    }
  })
}

const orders = `
  select guid_key as "guidKey", id, number::int, qty, placed_at as "placedAt" from orders order by number`
const lines = `
  select o.guid_key as "guidKey", l.variant_id as "variantId", l.qty, l.unit_price_minor::int as "unitPriceMinor"
  from order_lines l join orders o on o.id = l.order_id order by o.number, l.line_no`
const wrongSums = `
  select number::int from orders o
  where qty is distinct from (select sum(qty) from order_lines l where l.order_id = o.id)
     or (select array_agg((currency_code, amount_minor::numeric)::text order by currency_code)
         from order_totals t where t.order_id = o.id)
        is distinct from
        (select array_agg((currency_code, amount)::text order by currency_code)
         from (select currency_code, sum(l.qty * l.unit_price_minor) as amount
               from order_lines l where l.order_id = o.id group by currency_code) sums)`
const lostKeys = `
  select k.guid_key as "guidKey" from order_keys k
  where not exists (select from orders o where o.id = k.order_id and o.guid_key = k.guid_key)`
const counts = `
  select (select count(*)::int from order_keys) as keys, last_order_number::int as "lastNumber" from tenant_counters`

export async function connect(shop: ShopFolder): Promise<Client> {
  const running = await findRunningEmbedded(join(shop.dataDir, 'postgres'))
  if (!running) throw new Error('No server runs on the folder')
  const { owner } = embeddedConnections(running.socketDirectory, running.port)
  const client = new Client({ ...owner, user: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function asSuperuser<T>(shop: ShopFolder, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(shop)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
