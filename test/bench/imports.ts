import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { type Database, openDatabase } from '#server/db/tenant.ts'
import type { Bench } from './bench.ts'
import { interleave, type Leg } from './interleave.ts'
import { type Measurement, type Samples, sum } from './measurement.ts'
import type { Measured, Row } from './results.ts'
import { type Shop, sizesPerProduct } from './seed.ts'
import { countStatements } from './statementCount.ts'
import { machineCpu, ownCpu } from './usage.ts'

type Importing = { bench: Bench; database: Database; shop: Shop; file: string; sent: () => number }

/** Imports of the whole catalogue as a file. Figures are per row, times of the whole file. */
export async function measureImports(bench: Bench, shop: Shop): Promise<Measured> {
  const sent = countStatements()
  const database = await openDatabase(bench.connections)
  const importing = { bench, database, shop, file: join(bench.folder, 'import.csv'), sent }
  try {
    const rows = [
      await measureImport(importing, 'unchanged', 0),
      await measureImport(importing, 'all prices changed', 100),
    ]
    return { rows: rows.map(({ row }) => row), problems: rows.flatMap(({ problems }) => problems) }
  } finally {
    await database.close()
  }
}

/** `raiseMinor`: added to each price. */
async function measureImport(importing: Importing, what: string, raiseMinor: number) {
  const { bench, database, shop, file } = importing
  const title = `Import of all sizes, ${what}, per row`
  console.log(`Measuring: ${title}`)
  const rowCount = shop.productCount * sizesPerProduct
  const pages: number[] = []
  const ours: Leg = async () => {
    await writeFile(importing, raiseMinor)
    const pagesBefore = await pagesOfClients(bench)
    const samples = await timed(importing, async () => {
      const report = await importCatalogue(database, shop.tenantId, { file })
      const { products, variants, prices, badCount } = report
      const changed = products.changed + variants.changed + prices.changed
      const isRight = badCount === 0 && changed === (raiseMinor > 0 ? rowCount : 0)
      return isRight ? [] : [`${title}: ${JSON.stringify({ products, variants, prices, badCount })}`]
    })
    pages.push((await pagesOfClients(bench)) - pagesBefore)
    return samples
  }
  const copy: Leg = async () => {
    await writeFile(importing, raiseMinor)
    return timed(importing, () => copyFile(importing))
  }
  const once = { warmUpSeconds: 0, seconds: 0 }
  const [own, limit] = await interleave([ours, copy], bench.plan.importRounds, once)
  if (!own || !limit) throw new Error('Nothing was measured')
  const row: Row = {
    title,
    connections: 1,
    ours: perRow(own.measurement, rowCount),
    limit: perRow(limit.measurement, rowCount),
    limitName: 'COPY to a table',
    ratio: limit.ratio,
    buffers: sum(pages) / pages.length / rowCount,
  }
  return { row, problems: own.problems }
}

const columns =
  'brandName,categoryName,itemCode,itemDescription,colorCode,colorDescription,itemDim1Code,barcode,inventory,priceCB,currencyCB'

async function writeFile({ bench, shop, file }: Importing, raiseMinor: number): Promise<void> {
  const names = columns.split(',').map((name) => `"${name}"`)
  const text = `
    select b.name, c.full_name, p.item_code, p.item_description, p.color_code, p.color_description, v.size, v.barcode,
      v.inventory, ((r.amount_minor + ${raiseMinor}) / 100.0)::numeric(12, 2), r.currency_code
    from variants v
    join products p on p.tenant_id = v.tenant_id and p.id = v.product_id
    join brands b on b.tenant_id = v.tenant_id and b.id = p.brand_id
    join categories c on c.tenant_id = v.tenant_id and c.id = p.category_id
    join prices r on r.tenant_id = v.tenant_id and r.variant_id = v.id and r.price_group = 'CB'
    where v.tenant_id = '${shop.tenantId}' order by p.id, v.sort_order`
  const copied = `copy (select * from (${text}) t (${names.join(', ')})) to stdout (format csv, header)`
  await pipeline(bench.client.query(copyTo(copied)), createWriteStream(file))
}

/** What any import must at least do. */
async function copyFile({ bench: { client }, file }: Importing): Promise<string[]> {
  await client.query('begin')
  const names = columns.split(',').map((name) => `"${name}" text`)
  await client.query(`create temporary table copied (${names.join(', ')}) on commit drop`)
  const target = client.query(copyFrom('copy copied from stdin (format csv, header)'))
  await pipeline(createReadStream(file), target)
  await client.query('commit')
  return []
}

async function timed({ bench, sent }: Importing, work: () => Promise<string[]>): Promise<Samples> {
  const read = () => ({
    at: performance.now(),
    server: ownCpu(),
    database: bench.databaseCpu(),
    machine: machineCpu(),
    sent: sent(),
  })
  const before = read()
  const problems = await work()
  const after = read()
  return {
    milliseconds: [after.at - before.at],
    seconds: (after.at - before.at) / 1000,
    cpu: { server: after.server - before.server, database: after.database - before.database },
    machine: after.machine - before.machine,
    statements: after.sent - before.sent,
    memoryBytes: process.memoryUsage.rss(),
    problems,
  }
}

function perRow(result: Measurement, rowCount: number): Measurement {
  const { server = Number.NaN, database = Number.NaN } = result.cpu
  return {
    ...result,
    rate: result.rate * rowCount,
    cpu: { server: server / rowCount, database: database / rowCount },
    statements: (result.statements ?? 0) / rowCount,
  }
}

/** Pages that client connections have used so far; each reports them at the latest when it ends. */
async function pagesOfClients({ client }: Bench): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `select sum(hits + reads)::float8 as pages from pg_stat_io where backend_type = 'client backend'`,
  )
  return rows[0]?.pages ?? Number.NaN
}
