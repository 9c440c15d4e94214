import { openDatabase } from '#server/db/tenant.ts'
import type { Bench } from './bench.ts'
import { loadCatalogue, memoryMb } from './catalogueLoad.ts'
import { interleave, type Leg } from './interleave.ts'
import { requestOf } from './load.ts'
import { loadServer } from './loadServer.ts'
import type { Measured, Memory } from './results.ts'
import { type Shop, seedShop, sizesPerProduct } from './seed.ts'
import { type ServerChild, startServer } from './serverChild.ts'
import { shopWorkloads } from './workloads.ts'

const sizesOf = (productCount: number) => `${(productCount * sizesPerProduct).toLocaleString('en')} sizes`

/** The listing spread over many tenants, beside one tenant of the same size, each with a server of its own. */
export async function measureTenants(
  bench: Bench,
  tenants: { count: number; productCount: number },
): Promise<Measured> {
  const { count, productCount } = tenants
  const title = `Listing of 24, over ${count} tenants of ${sizesOf(productCount)}`
  console.log(`Measuring: ${title}`)
  const shops = await seedShops(bench, count, productCount)
  const [many, one] = [await startLoaded(bench, shops), await startLoaded(bench, shops.slice(0, 1))]
  try {
    const connections = bench.plan.memoryConnections
    const legs = [many, one].map(
      ({ child, next }): Leg =>
        (window) =>
          loadServer(child, next, { ...window, connections, databaseCpu: bench.databaseCpu }),
    )
    for (const leg of legs) await leg({ warmUpSeconds: 0, seconds: 0.5 })
    const [ours, alone] = await interleave(legs, bench.plan.rounds, bench.plan.window)
    if (!ours || !alone) throw new Error('Nothing was measured')
    const limited = { limit: alone.measurement, limitName: 'one tenant', ratio: alone.ratio }
    const rows = [{ title, connections, ours: ours.measurement, ...limited }]
    const memory = [many, one].map(({ loadedBytes, tenantCount }) => ({
      what: `tenants: ${tenantCount}, each of ${sizesOf(productCount)}, after a collection`,
      bytes: loadedBytes,
    }))
    return { rows, memory, problems: [...ours.problems, ...alone.problems] }
  } finally {
    await many.child.stop()
    await one.child.stop()
  }
}

/** `shops`: the same sizes. With one of them, and with all. */
export async function measureFurtherTenants(bench: Bench, shops: Shop[]): Promise<Memory[]> {
  const loaded: number[] = []
  for (const some of [shops.slice(0, 1), shops]) {
    const { child, loadedBytes } = await startLoaded(bench, some)
    await child.stop()
    loaded.push(loadedBytes)
  }
  const [one = Number.NaN, all = Number.NaN] = loaded
  const each = sizesOf(shops[0]?.productCount ?? 0)
  return [
    { what: `tenants: 1, of ${each}, after a collection`, bytes: one },
    { what: `tenants: ${shops.length}, each of ${each}, after a collection`, bytes: all },
    { what: `each further tenant of ${each}`, bytes: (all - one) / (shops.length - 1) },
  ]
}

async function seedShops(
  { connections, client }: Bench,
  count: number,
  productCount: number,
): Promise<Shop[]> {
  const database = await openDatabase(connections)
  const shops: Shop[] = []
  for (let number = 1; number <= count; number += 1)
    shops.push(await seedShop(connections, database, { key: `many${number}`, productCount }))
  await database.close()
  await client.query('vacuum analyze')
  return shops
}

type Loaded = { child: ServerChild; next: () => Buffer; loadedBytes: number; tenantCount: number }

/** A server that has the catalogues of all `shops` in memory; `next` is for each in turn. */
async function startLoaded({ connections, folder }: Bench, shops: Shop[]): Promise<Loaded> {
  const child = await startServer('./serverProcess.ts', { connections, folder, maxMb: memoryMb })
  for (const shop of shops) await loadCatalogue(child, shop)
  const calls = shops.map((shop) => {
    const [listing] = shopWorkloads(shop)
    return () => requestOf(shop, listing?.call() ?? { method: 'GET', url: '/' })
  })
  let turn = 0
  const next = () => {
    turn += 1
    return calls[turn % calls.length]?.() ?? Buffer.of()
  }
  const { memoryBytes } = await child.collect()
  return { child, next, loadedBytes: memoryBytes, tenantCount: shops.length }
}
