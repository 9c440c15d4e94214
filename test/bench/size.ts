import { openDatabase } from '#server/db/tenant.ts'
import { type Bench, withDatabase } from './bench.ts'
import { loadCatalogue, memoryMb, usersOnlyMb } from './catalogueLoad.ts'
import { measureColdStarts } from './coldStart.ts'
import { databaseLine, shopLine } from './conditions.ts'
import { measureImports } from './imports.ts'
import { officeWorkloads } from './officeWorkloads.ts'
import type { Plan } from './plan.ts'
import type { Measured, Row, SizeResult } from './results.ts'
import { measureRow } from './rows.ts'
import { type Shop, seedShop } from './seed.ts'
import { seedOrders } from './seedOrders.ts'
import { type ServerChild, startServer } from './serverChild.ts'
import { measureFurtherTenants, measureTenants } from './tenants.ts'
import { shopWorkloads, type Workload } from './workloads.ts'

/** The most products of the shops beside the measured one. */
const otherProductCount = 5000

/** Measures all of one size in a new database in `folder`. */
export async function measureSize(folder: string, plan: Plan): Promise<SizeResult> {
  const { result, shop } = await withDatabase(folder, plan, measureAll)
  if (isChosen('Cold start')) {
    console.log('Measuring: Cold start')
    result.coldStarts = await measureColdStarts(folder, shop, plan.coldStarts)
  }
  return result
}

/** BENCH_ONLY: a part of the titles to measure. */
const isChosen = (title: string) => title.includes(process.env.BENCH_ONLY ?? '')

async function measureAll(bench: Bench): Promise<{ result: SizeResult; shop: Shop }> {
  const { plan, client } = bench
  const started = performance.now()
  const shops = await seed(bench)
  const [shop] = shops
  const seedSeconds = (performance.now() - started) / 1000
  console.log(
    `Seeded ${plan.productCount} products and ${plan.orders} orders in ${seedSeconds.toFixed(0)} s.`,
  )
  const database = await databaseLine(client)
  const result: SizeResult = { plan, database, shop: '', seedSeconds, rows: [], memory: [], problems: [] }
  const add = ({ rows = [], memory = [], problems = [] }: Measured) => {
    result.rows.push(...rows)
    result.memory.push(...memory)
    result.problems.push(...problems)
  }
  const workloads = [...shopWorkloads(shop), ...officeWorkloads(shop, plan.orders)].filter(
    ({ title, isMain }) => isChosen(title) && (isMain || !plan.isQuick),
  )
  const fromSql = workloads.filter(({ isFromSql }) => isFromSql)
  // Orders last: they change what the others read.
  const others = workloads
    .filter(({ isFromSql }) => !isFromSql)
    .toSorted((one, other) => Number(one.orderLines !== undefined) - Number(other.orderLines !== undefined))
  add(await measureFromMemory(bench, shop, others))
  add(await measureFromSql(bench, shop, fromSql))
  if (isChosen('Import')) add(await measureImports(bench, shop).catch(failed(bench, 'Import')))
  if (isChosen('tenants') && plan.tenants) {
    add({ memory: await measureFurtherTenants(bench, shops) })
    add(await measureTenants(bench, plan.tenants))
  }
  result.shop = await shopLine(client, shop.tenantId)
  return { result, shop }
}

/** The measured shop, and others that must not appear in answers. */
async function seed({ connections, client, plan }: Bench): Promise<[Shop, ...Shop[]]> {
  const database = await openDatabase(connections)
  const { productCount } = plan
  const shop = await seedShop(connections, database, { key: 'bench', productCount })
  const others: Shop[] = []
  for (const key of plan.tenants ? ['second', 'third'] : ['second']) {
    const count = Math.min(otherProductCount, productCount)
    others.push(await seedShop(connections, database, { key, productCount: count }))
  }
  await seedOrders(connections, shop.tenantId, plan)
  await database.close()
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  return [shop, ...others]
}

/** All from one server, which also places the orders and answers the office. */
async function measureFromMemory(bench: Bench, shop: Shop, workloads: Workload[]): Promise<Measured> {
  if (workloads.length === 0) return {}
  const { connections, folder } = bench
  const child = await startServer('./serverProcess.ts', { connections, folder, maxMb: memoryMb })
  try {
    const started = await child.usage()
    const seconds = await loadCatalogue(child, shop)
    const loaded = await child.usage()
    const collected = await child.collect()
    const measured = await measureRows(bench, shop, child, workloads)
    const afterRows = await child.usage()
    const memory = [
      { what: 'after start', bytes: started.memoryBytes },
      { what: `after the first load of the catalogue, ${seconds.toFixed(1)} s`, bytes: loaded.memoryBytes },
      { what: 'then after a collection', bytes: collected.memoryBytes },
      ...measured.rows.slice(0, 1).map(({ title, ours }) => ({
        what: `under load: ${title}`,
        bytes: ours?.memoryBytes ?? Number.NaN,
      })),
      { what: 'after the load of all rows', bytes: afterRows.memoryBytes },
    ]
    return { ...measured, memory }
  } finally {
    await child.stop()
  }
}

async function measureFromSql(bench: Bench, shop: Shop, workloads: Workload[]): Promise<Measured> {
  if (workloads.length === 0) return {}
  const { connections, folder } = bench
  const child = await startServer('./serverProcess.ts', { connections, folder, maxMb: usersOnlyMb })
  try {
    return await measureRows(bench, shop, child, workloads)
  } finally {
    await child.stop()
  }
}

async function measureRows(bench: Bench, shop: Shop, child: ServerChild, workloads: Workload[]) {
  const rows: Row[] = []
  const problems: string[] = []
  for (const workload of workloads) {
    const measured = await measureRow(bench, shop, child, workload).catch(failed(bench, workload.title))
    rows.push(...measured.rows)
    problems.push(...measured.problems)
  }
  return { rows, problems }
}

/** The other rows of a long run are not lost. */
function failed({ folder }: Bench, title: string) {
  return (error: Error) => ({
    rows: [{ title, connections: 1, noLimit: 'FAILED' }],
    problems: [`${title}: ${error.message.replaceAll(folder, '')}`],
  })
}
