/*
 * npm run bench:shop: measures the shop on a slow phone and line, compared with a bare page. BENCH_VISITS: visits per
 * page. Fails if something does not work, never on times.
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import os from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Browser } from '@playwright/test'
import pg from 'pg'
import sharp from 'sharp'
import { readPictures } from '#demo/pictures.ts'
import { type Connections, embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/tenant.ts'
import { openPhotoStore } from '#server/images/photoStore.ts'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { startSlowLine } from '../slowLine.ts'
import { serveBarePage } from './bareSite.ts'
import { memoryMb } from './catalogueLoad.ts'
import { machine, refaultedPages } from './conditions.ts'
import { type ActionTimes, noActionTimes } from './interactions.ts'
import { lengthenCart } from './longCart.ts'
import { type Shop, seedShop } from './seed.ts'
import { startServer } from './serverChild.ts'
import { changeLongCart, orderFromBare, orderFromList, searchByTyping } from './shopActions.ts'
import { conditionsText, mobileLine, newPhone, openThrottledPage, startBrowser } from './slowPhone.ts'
import { actionTable, fromHomeLine, visitTable } from './speedTable.ts'
import { measureFromHome, measureVisits } from './visits.ts'

const exitNow = () => process.exit(1)
process.once('disconnect', exitNow)

const productCount = 5000
const visits = Number(process.env.BENCH_VISITS || 5)
const loadAtStart = os.loadavg()
const refaultsAtStart = refaultedPages()
const folder = await mkdtemp(join(os.tmpdir(), 'toptan-speed-'))
// As root, PostgreSQL runs as another user.
await chmod(folder, 0o755)
try {
  await bench()
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.off('disconnect', exitNow)
process.disconnect?.()

async function bench(): Promise<void> {
  const dataDirectory = join(folder, 'postgres')
  const cluster = await startEmbedded({ dataDirectory })
  try {
    await prepareEmbedded(cluster.socketDirectory, cluster.port)
    const connections = embeddedConnections(cluster.socketDirectory, cluster.port)
    await migrate(connections)
    const picture = await drawPicture()
    const shop = await seed(connections, picture)
    const server = await startServer('serverProcess.ts', { connections, folder, maxMb: memoryMb })
    const browser = await startBrowser()
    try {
      await report(browser, shop, server.port, picture)
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    await cluster.stop()
    await eraseEmbedded(dataDirectory)
  }
}

function drawPicture(): Promise<Buffer> {
  return sharp(Buffer.from(readPictures()('shirt band, mavi, 1')))
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** The same picture for all products: only its size matters. */
async function seed(connections: Connections, picture: Buffer): Promise<Shop> {
  const database = await openDatabase(connections)
  const shop = await seedShop(connections, database, { key: 'bench', productCount })
  await database.close()
  const hash = await openPhotoStore({ folder }).store(shop.tenantId, picture)
  const owner = new pg.Client(connections.owner)
  await owner.connect()
  await owner.query('begin')
  await owner.query(`set local app.tenant_id = '${shop.tenantId}'`)
  await owner.query('update product_images set content_hash = $1', [hash])
  await owner.query('commit')
  await owner.query('vacuum analyze')
  await owner.end()
  return shop
}

async function report(browser: Browser, shop: Shop, port: number, picture: Buffer): Promise<void> {
  const products = await productsOf(shop, port, 1, 24)
  const small = await sharp(picture).resize({ width: 640 }).jpeg({ quality: 82 }).toBuffer()
  const bare = await serveBarePage(products, small)
  const [line, bareLine] = [await startSlowLine(port, mobileLine), await startSlowLine(bare.port, mobileLine)]
  const origin = `http://${shop.host}:${line.port}`
  const bareAddress = `http://bare.localhost:${bareLine.port}/`
  const [shopVisits, bareVisits] = [
    await measureVisits(`${origin}/shop/products`, shop.token, visits),
    await measureVisits(bareAddress, undefined, visits),
  ]
  const fromHome = await measureFromHome(browser, origin, shop.token, visits)
  const [shopTimes, bareTimes] = [noActionTimes(), noActionTimes()]
  const pages = await Promise.all([1, 2].map((number) => productsOf(shop, port, number, 100)))
  await actInShop(browser, shop, origin, pages.flat(), shopTimes)
  const plain = await openThrottledPage(await newPhone(browser, bareAddress))
  await plain.goto(bareAddress)
  await orderFromBare(plain, bareTimes)
  for (const one of [bareLine, line, bare]) one.stop()
  console.log(
    [
      '',
      ...visitTable([
        ['shop, product list', shopVisits],
        ['bare React page', bareVisits],
      ]),
      fromHomeLine(fromHome),
      '',
      ...actionTable(shopTimes, bareTimes),
      '',
      ...machine(),
      `${conditionsText}; ${productCount} products, list of 24; load average at start ${loadAtStart.map((value) => value.toFixed(2)).join(' ')}, at the end ${os.loadavg()[0]?.toFixed(2)}.`,
      ...refaultsLine(),
      `Usable: the first card is there and the button of its sizes answers. Median of ${visits} visits; second and fourth: again in the same browser.`,
      'Requests and kB: what the page asks for by itself; what its worker asks for (the page) is not counted.',
      'Felt: from the press to the next paint, as the browser reports it in steps of 8 ms; less than 16 ms counts as 8.',
      '',
    ].join('\n'),
  )
  for (const failure of [...shopTimes.failures, ...bareTimes.failures]) {
    console.error(failure)
    process.exitCode = 1
  }
}

function refaultsLine(): string[] {
  const now = refaultedPages()
  if (now === undefined || refaultsAtStart === undefined) return []
  return [`Pages of files that the machine dropped and read again meanwhile: ${now - refaultsAtStart}.`]
}

async function actInShop(
  browser: Browser,
  shop: Shop,
  origin: string,
  products: Product[],
  shopTimes: ActionTimes,
): Promise<void> {
  const context = await newPhone(browser, origin, shop.token)
  const page = await openThrottledPage(context)
  await page.goto(`${origin}/shop/products`)
  await orderFromList(page, shopTimes)
  // Stored a moment after the last press.
  const stored = await (await page.waitForFunction(() => localStorage.getItem('cart') ?? '')).jsonValue()
  const long = lengthenCart(stored, products, 1000)
  await page.goto(`${origin}/shop?shopModal=1`)
  await searchByTyping(page, shopTimes)
  await page.evaluate((text) => localStorage.setItem('cart', text), long)
  await page.goto(`${origin}/shop/products`)
  await page.locator('article').first().waitFor()
  await changeLongCart(page, shopTimes)
  await context.close()
}

async function productsOf(shop: Shop, port: number, page: number, limit: number): Promise<Product[]> {
  const asked = request({
    host: '127.0.0.1',
    port,
    path: '/api/Shop/GetCategoryProducts',
    method: 'POST',
    headers: {
      host: shop.host,
      'content-type': 'application/json',
      authorization: `Bearer ${shop.token}`,
    },
  })
  asked.end(JSON.stringify({ orderType: 'Rpt', page, limit }))
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  const body = answer && ((await json(answer)) as { data?: { products: Product[] } })
  if (!body?.data) throw new Error(`The list answered ${answer?.statusCode}`)
  return body.data.products
}
