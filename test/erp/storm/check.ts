import type { TestApp } from '#test/app.ts'
import type { Trytond } from '#test/erp/trytond.ts'
import type { Shop } from './catalogue.ts'
import type { Line, StormOrder } from './orders.ts'

type Sale = {
  key: string
  state: string
  number: string
  currency: string
  total: string
  lines: { code: string; qty: number; price: string }[]
}

const readSales = `
  select s.web_id as key, s.state, s.number, c.code as currency, s.untaxed_amount_cache::text as total,
         (select json_agg(json_build_object('code', p.code, 'qty', l.quantity, 'price', l.unit_price::text))
          from sale_line l join product_product p on p.id = l.product where l.sale = s.id) as lines
  from sale_sale s join currency_currency c on c.id = s.currency`

type Row = { id: string; state: string; erpNumber: string; isTransferred: boolean }
const readRows = {
  text: `
    select q.order_id as id, q.state, q.erp_number as "erpNumber", o.transferred_at is not null as "isTransferred"
    from order_transfers q join orders o on o.tenant_id = $1 and o.id = q.order_id where q.tenant_id = $1`,
}

/** Compares sales and transfers with the orders. */
export async function findProblems(app: TestApp, tryton: Trytond, orders: StormOrder[]): Promise<string[]> {
  const sales = await tryton.query<Sale>(readSales)
  const byOrder = Map.groupBy(sales, ({ key }) => key.slice(0, 36))
  const rows = new Map<string, Row>()
  for (const { tenantId } of new Set(orders.map(({ shop }) => shop))) {
    const found = await app.database.inTenant(tenantId, 'read', (tx) => tx.query<Row>(readRows))
    for (const row of found) rows.set(row.id, row)
  }
  const known = new Set(orders.map(({ guidKey }) => guidKey))
  const unexpected = [...byOrder.keys()]
    .filter((key) => !known.has(key))
    .map((key) => `${key}: nobody ordered it`)
  return [
    ...unexpected,
    ...orders.flatMap((order) =>
      problemsOfOrder(order, byOrder.get(order.guidKey) ?? [], rows.get(order.id)).map(
        (problem) => `${order.shop.key} ${order.guidKey}: ${problem}`,
      ),
    ),
  ]
}

function problemsOfOrder(order: StormOrder, sales: Sale[], row: Row | undefined): string[] {
  if (order.isCancelled) {
    return [
      ...sales.map(({ state }) => `cancelled, and there is a sale (${state})`),
      ...(row?.state === 'held' && !row.isTransferred ? [] : [`cancelled, and we call it ${row?.state}`]),
    ]
  }
  const problems: string[] = []
  const wanted = Map.groupBy(order.lines, ({ article }) => article.currencyCode)
  for (const [currency, lines] of wanted) {
    const [sale, second] = sales.filter((one) => one.currency === currency)
    if (!sale) problems.push(`there is no sale in ${currency}`)
    else if (second) problems.push(`there is more than one sale in ${currency}`)
    else problems.push(...differences(sale, lines))
  }
  if (sales.length !== wanted.size) problems.push(`${sales.length} sales for ${wanted.size} currencies`)
  const numbers = (list: string[]) => list.toSorted().join(', ')
  const ours = row?.erpNumber.split(', ') ?? []
  if (row?.state !== 'sent' || !row.isTransferred) problems.push(`we call it ${row?.state}`)
  if (numbers(ours) !== numbers(sales.map(({ number }) => number)))
    problems.push('we call it by another number')
  return problems
}

function differences(sale: Sale, lines: Line[]): string[] {
  const cents = lines.reduce((sum, { article, qty }) => sum + article.priceMinor * qty, 0)
  const line = (code: string, qty: number, price: number) => `${code} ${qty} ${price}`
  const ours = lines.map(({ article, qty }) => line(article.code, qty, article.priceMinor)).toSorted()
  const theirs = sale.lines.map(({ code, qty, price }) => line(code, qty, Math.round(Number(price) * 100)))
  return [
    ...(sale.state === 'confirmed' ? [] : [`the sale is ${sale.state}`]),
    ...(Math.round(Number(sale.total) * 100) === cents
      ? []
      : [`the total is ${sale.total}, not ${cents / 100}`]),
    ...(ours.join() === theirs.toSorted().join() ? [] : ['the lines differ']),
  ]
}

export type TransferStats = {
  outcomes: Record<string, number>
  longestWaitSeconds: number
  refusals: string[]
  troubles: Record<string, number>
}

const readStats = {
  text: `
    select (select json_object_agg(outcome, count) from (
              select outcome, count(*) from transfer_attempts where tenant_id = $1 group by outcome) a) as outcomes,
           (select max(extract(epoch from settled_at - requested_at))::float8 from order_transfers
            where tenant_id = $1 and state = 'sent') as wait,
           (select json_agg(distinct error) from transfer_attempts
            where tenant_id = $1 and outcome = 'rejected') as refusals,
           (select json_object_agg(trouble, count) from (
              select outcome || ': ' || error as trouble, count(*) from transfer_attempts
              where tenant_id = $1 and outcome in ('down', 'auth', 'unknown') group by 1) t) as troubles`,
}

/** Attempts without an outcome were killed. */
export async function readTransferStats(app: TestApp, shops: Shop[]): Promise<TransferStats> {
  const stats: TransferStats = { outcomes: {}, longestWaitSeconds: 0, refusals: [], troubles: {} }
  for (const { tenantId } of shops) {
    const [row] = await app.database.inTenant(tenantId, 'read', (tx) =>
      tx.query<{
        outcomes: Record<string, number> | null
        wait: number | null
        refusals: string[] | null
        troubles: Record<string, number> | null
      }>(readStats),
    )
    for (const [outcome, count] of Object.entries(row?.outcomes ?? {})) {
      const name = outcome || 'died'
      stats.outcomes[name] = (stats.outcomes[name] ?? 0) + count
    }
    for (const [trouble, count] of Object.entries(row?.troubles ?? {})) {
      stats.troubles[trouble] = (stats.troubles[trouble] ?? 0) + count
    }
    stats.longestWaitSeconds = Math.max(stats.longestWaitSeconds, row?.wait ?? 0)
    stats.refusals = [...new Set([...stats.refusals, ...(row?.refusals ?? [])])]
  }
  return stats
}
