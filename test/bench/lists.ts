/*
 * npm run bench:lists: times and EXPLAINs the office's lists with 100,000 orders, 20,000 customers and BENCH_PRODUCTS
 * products (166667 make a million variants).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { productsQuery } from '#server/catalogue/office/productList.ts'
import { accountsQuery } from '#server/customers/accountList.ts'
import { type Connections, embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { type ListQuery, readPage } from '#server/db/listPage.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Statement } from '#server/db/statement.ts'
import { type Database, openDatabase, type Tx } from '#server/db/tenant.ts'
import { ordersQuery } from '#server/orders/orderList.ts'
import { hashToken, type User, userOfToken } from '#server/users/session.ts'
import { getCustomerList } from '#shared/customers.ts'
import { getOrders } from '#shared/orders.ts'
import { getProducts } from '#shared/productLists.ts'
import { conditions } from './conditions.ts'
import { median } from './measurement.ts'
import { type Shop, seedShop } from './seed.ts'
import { seedOrders } from './seedOrders.ts'
import { aligned } from './table.ts'

const repeats = 7

const exitNow = () => process.exit(1)
process.once('disconnect', exitNow)

const loadAtStart = os.loadavg()
const folder = await mkdtemp(join(os.tmpdir(), 'toptan-bench-'))
// As root, PostgreSQL runs as another user.
await chmod(folder, 0o755)
const dataDirectory = join(folder, 'postgres')
const cluster = await startEmbedded({ dataDirectory })
try {
  await prepareEmbedded(cluster.socketDirectory, cluster.port)
  const connections = embeddedConnections(cluster.socketDirectory, cluster.port)
  await migrate(connections)
  const database = await openDatabase(connections)
  try {
    await report(connections, database, await seed(connections, database))
  } finally {
    await database.close()
  }
} finally {
  await cluster.stop()
  await eraseEmbedded(dataDirectory)
  await rm(folder, { recursive: true, force: true })
}
process.off('disconnect', exitNow)
process.disconnect?.()

/** The second shop must not appear in lists. */
async function seed(connections: Connections, database: Database): Promise<Shop> {
  const started = performance.now()
  const shop = await seedShop(connections, database, 'bench')
  const other = await seedShop(connections, database, 'other')
  for (const { tenantId } of [shop, other]) await seedOrders(connections, tenantId)
  const owner = new pg.Client(connections.owner)
  await owner.connect()
  await owner.query('vacuum analyze')
  await owner.end()
  console.log(`Seeded two shops in ${((performance.now() - started) / 1000).toFixed(0)} s.\n`)
  return shop
}

type Case = { name: string; query: () => ListQuery; page?: number }

function ordersBy(user: User, shop: Shop): Case[] {
  const of = (name: string, asked: object, page = 1): Case => ({
    name: `orders: ${name}`,
    query: () => ordersQuery(user, getOrders.input.parse(asked)),
    page,
  })
  return [
    of('newest first', {}),
    of('the last page', {}, 5000),
    of('by number', { sort: 'orderNumber', order: 'asc' }),
    of('by customer', { sort: 'customer', order: 'asc' }),
    of('by amount', { sort: 'amount' }),
    of('by pieces', { sort: 'qty' }),
    of('by day of transfer', { sort: 'transferedDate' }),
    of('a number', { text: '50500' }),
    of('words of a customer', { text: 'inci moda' }),
    of('words of nobody', { text: 'zzzz' }),
    of('of one customer', { customer: '200.77' }),
    of('of a brand', { brandId: shop.brands[0] }),
    of('of a brand, by amount', { brandId: shop.brands[0], sort: 'amount' }),
    of('of a month', { dateFrom: daysAgo(60), dateTo: daysAgo(30) }),
    of('season, by pieces', { orderType: 'Season', sort: 'qty' }),
    of('cancelled', { state: 'cancelled' }),
    of('not transferred', { transfer: false }),
    of('waiting for the ERP', { isWaiting: true }),
  ]
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}

function productsBy(shop: Shop): Case[] {
  const of = (name: string, asked: object, page = 1): Case => ({
    name: `products: ${name}`,
    query: () => productsQuery(getProducts.input.parse({ order: 'asc', ...asked })),
    page,
  })
  return [
    of('by code', { sort: 'itemCode' }),
    of('by code, page 100', { sort: 'itemCode' }, 100),
    of('newest first', { sort: 'newest', order: 'desc' }),
    of('by name', { sort: 'itemDescription' }),
    of('by brand', { sort: 'brandName' }),
    of('by category', { sort: 'categoryName' }),
    of('last changed first', { sort: 'updatedDate', order: 'desc' }),
    of('of a brand', { brandId: shop.brands[0] }),
    of('of a category', { categoryId: shop.leaves[3] }),
    of('a word of all', { search: 'elbise' }),
    of('words', { search: 'model 123' }),
    of('words, by brand', { search: 'model 123', sort: 'brandName' }),
    of('a barcode', { search: '8690000000077' }),
    of('sold out', { inStock: false }),
    of('without a photo', { missing: 'photo' }),
    of('without a price', { missing: 'price' }),
  ]
}

function customersBy(): Case[] {
  const of = (name: string, asked: object): Case => ({
    name: `customers: ${name}`,
    query: () => accountsQuery(getCustomerList.input.parse(asked)),
  })
  return [of('by name', {}), of('by code', { sort: 'currAccCode' }), of('words', { search: 'inci moda' })]
}

async function report(connections: Connections, database: Database, shop: Shop): Promise<void> {
  const { tenantId } = shop
  const found = await database.inTenant(tenantId, 'read', (tx) => userOfToken(tx, hashToken(shop.token)))
  if (!found) throw new Error('The dealer is not signed in')
  const office: User = { ...found.user, roles: ['admin'], allRoles: ['admin'], account: null }
  const cases = [...ordersBy(office, shop), ...productsBy(shop), ...customersBy()]
  const rows = [['page of 20', 'found', 'p50 ms', 'max ms', 'EXPLAIN ms', 'pages read', 'goes through']]
  for (const one of cases) {
    rows.push(await database.inTenant(tenantId, 'read', (tx) => measure(tx, one)))
  }
  rows.push(await database.inTenant(tenantId, 'read', measureReference))
  const figures = aligned(rows.map((row) => row.slice(0, -1)))
  console.log(figures.map((line, index) => `${line}  ${rows[index]?.at(-1) ?? ''}`).join('\n'))
  const owner = new pg.Client(connections.owner)
  await owner.connect()
  const lines = await conditions(owner, tenantId)
  await owner.end()
  const load = (values: number[]) => values.map((value) => value.toFixed(1)).join(' ')
  console.log(`\n${lines.join('\n')}`)
  console.log(
    `Each page ${repeats} times, on one connection, the first one apart. Load ${load(loadAtStart)} at the`,
  )
  console.log(`beginning, ${load(os.loadavg())} at the end.`)
}

async function measure(tx: Tx, { name, query, page = 1 }: Case): Promise<string[]> {
  let sent: { statement: Statement; values: unknown[] } | undefined
  const recorder: Tx = {
    ...tx,
    query: (statement, ...values) => {
      sent = { statement, values }
      return tx.query(statement, ...values)
    },
  }
  let total = 0
  const read = async () => {
    const { data } = await readPage<object>(recorder, query(), { page, limit: 20, order: query().order })
    total = data.total
  }
  const took = await timed(read)
  if (!sent) throw new Error(`Nothing was asked for ${name}`)
  return [name, String(total), ...took, ...(await explained(tx, sent.statement.text, sent.values))]
}

/** For comparison: twenty orders by an index, and the count of all. */
async function measureReference(tx: Tx): Promise<string[]> {
  const text = `select (select json_agg(o) from (
      select id, number, placed_at from orders where tenant_id = $1 order by placed_at desc, number desc limit 20) o),
    (select count(*) from orders where tenant_id = $1)`
  const took = await timed(() => tx.query({ text }))
  return ['reference: 20 bare orders and their count', '', ...took, ...(await explained(tx, text, []))]
}

async function timed(work: () => Promise<unknown>): Promise<string[]> {
  await work()
  const all: number[] = []
  for (let time = 0; time < repeats; time += 1) {
    const started = performance.now()
    await work()
    all.push(performance.now() - started)
  }
  return [median(all).toFixed(1), Math.max(...all).toFixed(1)]
}

type Node = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

async function explained(tx: Tx, text: string, values: unknown[]): Promise<string[]> {
  type Explained = { 'QUERY PLAN': { Plan: Node; 'Execution Time': number }[] }
  const [row] = await tx.query<Explained>(
    { text: `explain (analyze, buffers, timing off, format json) ${text}` },
    ...values,
  )
  const plan = row?.['QUERY PLAN'][0]
  if (!plan) throw new Error('Nothing was explained')
  const pages = plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks']
  const paths = new Set(accessPaths(plan.Plan))
  return [plan['Execution Time'].toFixed(1), String(pages), [...paths].join(', ')]
}

/** Index names, and tables with a full scan. */
function accessPaths(node: Node): string[] {
  const { 'Index Name': index, 'Relation Name': table, 'Node Type': type, Plans = [] } = node
  const own = index ? [index] : type === 'Seq Scan' && table ? [`all of ${table}`] : []
  return [...own, ...Plans.flatMap(accessPaths)]
}
