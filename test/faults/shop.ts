import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importCatalogue } from '#server/catalogue/import/catalogueImport.ts'
import { findPlace } from '#server/db/cluster-place.ts'
import { embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/tenant.ts'
import type { Client } from '#test/app.ts'
import { catalogueRows, wholesaler } from '#test/factories.ts'
import { databaseProcesses, killProcesses } from './processes.ts'

/** A data folder with one wholesaler, so that the server adds no demo data. */
export type ShopFolder = {
  dataDir: string
  cluster: string
  tenantId: string
  articles: Article[]
  /** Kills what is left of the database and deletes the folder. Its server must have ended. */
  erase: () => Promise<void>
}

/** A size or lot that can be ordered. */
export type Article = { variantId: string; unitPrice: number; stock: number }

const orderable = catalogueRows().filter((row) => row.priceCB && row.inventory !== '0')
export const articleCount = orderable.length

/** @param stocks units of each article */
export async function createShopFolder(stocks: number[], parent = tmpdir()): Promise<ShopFolder> {
  const dataDir = await mkdtemp(join(parent, 'toptan-faults-'))
  // As root, PostgreSQL runs as another user.
  await chmod(dataDir, 0o755)
  const dataDirectory = join(dataDir, 'postgres')
  const server = await startEmbedded({ dataDirectory })
  try {
    const { socketDirectory, port } = server
    await prepareEmbedded(socketDirectory, port)
    const connections = embeddedConnections(socketDirectory, port)
    await migrate(connections)
    const filled = await fillShop(connections, stocks)
    const { cluster } = await findPlace(dataDirectory)
    const erase = async () => {
      const { postmaster, children, watchdogs } = databaseProcesses(cluster)
      killProcesses([...watchdogs, ...postmaster, ...children])
      await eraseEmbedded(dataDirectory)
      await rm(socketDirectory, { recursive: true, force: true })
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
    return { dataDir, cluster, ...filled, erase }
  } finally {
    await server.stop()
  }
}

async function fillShop(
  connections: ReturnType<typeof embeddedConnections>,
  stocks: number[],
): Promise<{ tenantId: string; articles: Article[] }> {
  const database = await openDatabase(connections)
  try {
    const at = () => noClient
    const shop = await wholesaler({ database, connections, at }, 'faults')
    const rows: typeof orderable = orderable.map((row, index) => ({
      ...row,
      inventory: String(stocks[index] ?? 0),
    }))
    const report = await importCatalogue(database, shop.tenantId, { rows })
    if (!report.applied) throw new Error(`Test stock refused: ${JSON.stringify(report.bad)}`)
    const articles: Article[] = []
    for (const { itemCode = '', itemDim1Code, lotCode = '', priceCB } of rows) {
      const variantId = shop.id(`${itemCode} ${itemDim1Code || lotCode}`)
      articles.push({ variantId, unitPrice: Number(priceCB), stock: await shop.inventory(variantId) })
    }
    return { tenantId: shop.tenantId, articles }
  } finally {
    await database.close()
  }
}

/** No server is running yet. */
const noClient: Client = {
  get: () => Promise.reject(new Error('There is no server yet')),
  post: () => Promise.reject(new Error('There is no server yet')),
  as: () => noClient,
}
