/*
 * Measures an import: node test/bench/catalogueImport.ts [rows]. TEST_POSTGRES_BIN: programs of another PostgreSQL
 * version.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/tenant.ts'
import { addTenant } from '../tenant.ts'

const rowCount = Number(process.argv[2] ?? 200_000)
const sizes = ['XS', 'S', 'M', 'L', 'XL']
const colors = ['white', 'black', 'navy', 'sand']

function codesOf(number: number) {
  const product = Math.floor(number / sizes.length)
  const item = `A${String(Math.floor(product / colors.length)).padStart(6, '0')}`
  return { item, color: colors[product % colors.length] ?? '', size: sizes[number % sizes.length] ?? '' }
}

const header =
  'brandName,categoryName,itemCode,itemDescription,colorCode,colorDescription,itemDim1Code,barcode,priceTF,currencyTF,priceCB,currencyCB,inventory,attribute01'

function fullLine(number: number): string {
  const { item, color, size } = codesOf(number)
  const brand = `Brand ${Math.floor(number / 20) % 40}`
  const category = `Women > Group ${Math.floor(number / 20) % 12} > Kind ${Math.floor(number / 20) % 60}`
  const price = (10 + (number % 900) + 0.5).toFixed(2)
  return `${brand},${category},${item},"Dress with a long name, ${item}",${color},${color} colour,${size},${8690000000000 + number},${price},EUR,${price},USD,${number % 50},Spring`
}

async function writeCsv(
  file: string,
  head: string,
  line: (number: number) => string,
  count = rowCount,
): Promise<string> {
  const stream = createWriteStream(file)
  stream.write(`${head}\n`)
  for (let start = 0; start < count; start += 1000) {
    const lines = Array.from(
      { length: Math.min(1000, count - start) },
      (_, index) => `${line(start + index)}\n`,
    )
    if (!stream.write(lines.join(''))) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
  return file
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

async function measure(database: Database, tenantId: string, title: string, file: string): Promise<void> {
  globalThis.gc?.()
  const before = process.memoryUsage()
  let maxHeapBytes = 0
  let maxResidentBytes = 0
  const sample = setInterval(() => {
    const usage = process.memoryUsage()
    maxHeapBytes = Math.max(maxHeapBytes, usage.heapUsed - before.heapUsed)
    maxResidentBytes = Math.max(maxResidentBytes, usage.rss - before.rss)
  }, 20)
  const started = performance.now()
  const phases: string[] = []
  const report = await importCatalogue(
    database,
    tenantId,
    { file },
    {
      progress: ({ phase }) => {
        const seconds = ((performance.now() - started) / 1000).toFixed(1)
        if (!phases.at(-1)?.startsWith(phase)) phases.push(`${phase} from ${seconds} s`)
      },
    },
  )
  clearInterval(sample)
  const size = mebibytes((await stat(file)).size)
  const { products, variants, prices, badCount, applied } = report
  console.log(
    `${title} (${size}): ${((performance.now() - started) / 1000).toFixed(1)} s, heap +${mebibytes(maxHeapBytes)}, ` +
      `resident +${mebibytes(maxResidentBytes)}; ${phases.join(', ')}`,
  )
  console.log(`  ${JSON.stringify({ products, variants, prices, badCount, applied })}`)
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'toptan-bench-'))
// As root, PostgreSQL runs as another user.
await chmod(folder, 0o755)
const directory = process.env.TEST_POSTGRES_BIN
const cluster = await startEmbedded({
  dataDirectory: path.join(folder, 'postgres'),
  ...(directory ? { binaries: { directory } } : {}),
})
try {
  await prepareEmbedded(cluster.socketDirectory, cluster.port)
  const connections = embeddedConnections(cluster.socketDirectory, cluster.port)
  await migrate(connections)
  const database = await openDatabase(connections)
  const tenantId = await addTenant(connections, 'bench')
  const inFolder = (name: string) => path.join(folder, name)
  const full = await writeCsv(inFolder('full.csv'), header, fullLine)
  const stock = await writeCsv(
    inFolder('stock.csv'),
    'barcode;inventory',
    (n) => `${8690000000000 + n};${(n + 1) % 60}`,
  )
  const price = await writeCsv(inFolder('price.csv'), 'itemCode;colorCode;itemDim1Code;priceTF', (n) => {
    const { item, color, size } = codesOf(n)
    return `${item};${color};${size};${n % 2000},90`
  })
  await measure(database, tenantId, `${rowCount} new rows`, full)
  await measure(database, tenantId, 'the same again', full)
  await measure(database, tenantId, 'stock of all by barcode', stock)
  await measure(database, tenantId, 'one price of all', price)
  await measure(database, tenantId, 'the first file once more', full)
  for (const count of [10, 1000, 5000]) {
    const some = await writeCsv(
      inFolder(`${count}.csv`),
      'barcode;inventory',
      (n) => `${8690000000000 + n * 7};${n % 70}`,
      count,
    )
    await measure(database, tenantId, `stock of ${count} by barcode`, some)
    const part = await writeCsv(inFolder(`full-${count}.csv`), header, (n) => fullLine(n + 777), count)
    await measure(database, tenantId, `${count} rows in full, known`, part)
  }
  const other = await addTenant(connections, 'other')
  await measure(database, other, 'the first file in another shop', full)
  const fresh = await writeCsv(inFolder('fresh.csv'), header, (n) => fullLine(n + rowCount), 5000)
  await measure(database, tenantId, '5000 rows in full, new', fresh)
  await database.close()
} finally {
  await cluster.stop()
  await eraseEmbedded(path.join(folder, 'postgres'))
  await rm(folder, { recursive: true, force: true })
}
