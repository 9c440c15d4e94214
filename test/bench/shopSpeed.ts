/*
 * npm run bench:shop: how long a dealer waits for the shop, on a slow phone and a slow line, beside a page that does
 * nothing but draw the same cards. BENCH_VISITS: how often each page is visited, 5 unless given.
 * Fails where something cannot be done at all; never over a time.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import pg from 'pg'
import sharp from 'sharp'
import { goodsPicture } from '#demo/pictures.ts'
import { type Connections, embeddedConnections, prepareEmbedded } from '#server/db/connection.ts'
import { eraseEmbedded, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/tenant.ts'
import { openPhotoStore } from '#server/images/photoStore.ts'
import type { Product } from '#shared/catalogue.ts'
import { layLine } from '../slowLine.ts'
import { serveBarePage } from './bareSite.ts'
import { startServer } from './children.ts'
import { machine, pagesReadAgain } from './conditions.ts'
import { type Felt, nothingFelt } from './interactions.ts'
import { lengthened } from './longCart.ts'
import { productCount, type Shop, seedShop } from './seed.ts'
import { changeLongCart, orderFromBare, orderFromList, searchByTyping } from './shopDeeds.ts'
import { feltTable, fromHomeLine, visitTable } from './speedTable.ts'
import { conditionsText, mobileLine, openPhone, phoneOf, startBrowser } from './throttled.ts'
import { measureFromHome, measureVisits } from './visits.ts'

// Whoever started us is gone: so is the reason to go on.
const giveUp = () => process.exit(1)
process.once('disconnect', giveUp)

const visits = Number(process.env.BENCH_VISITS || 5)
const loadAtStart = os.loadavg()
const readAgainAtStart = pagesReadAgain()
const folder = await mkdtemp(join(os.tmpdir(), 'toptan-speed-'))
// As root, the database runs as another user, who must pass through.
await chmod(folder, 0o755)
try {
  await bench()
} finally {
  await rm(folder, { recursive: true, force: true })
}
// Breaking the channel ourselves is no reason to give up.
process.off('disconnect', giveUp)
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
    const server = await startServer('serverProcess.ts', { connections, folder })
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
  return sharp(Buffer.from(goodsPicture('shirt', 'mavi', 1)))
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** A shop whose products all have the same two pictures: a line carries them, whatever they show. */
async function seed(connections: Connections, picture: Buffer): Promise<Shop> {
  const database = await openDatabase(connections)
  const shop = await seedShop(connections, database, 'bench')
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
  const [line, bareLine] = [await layLine(port, mobileLine), await layLine(bare.port, mobileLine)]
  const origin = `http://${shop.host}:${line.port}`
  const bareAddress = `http://bare.localhost:${bareLine.port}/`
  const [ours, theirs] = [
    await measureVisits(`${origin}/shop/products`, shop.token, visits),
    await measureVisits(bareAddress, undefined, visits),
  ]
  const fromHome = await measureFromHome(browser, origin, shop.token, visits)
  const [felt, feltBare] = [nothingFelt(), nothingFelt()]
  const pages = await Promise.all([1, 2].map((number) => productsOf(shop, port, number, 100)))
  await actInShop(browser, shop, origin, pages.flat(), felt)
  const plain = await openPhone(await phoneOf(browser, bareAddress))
  await plain.goto(bareAddress)
  await orderFromBare(plain, feltBare)
  for (const one of [bareLine, line, bare]) one.stop()
  console.log(
    [
      '',
      ...visitTable([
        ['shop, product list', ours],
        ['bare React page', theirs],
      ]),
      fromHomeLine(fromHome),
      '',
      ...feltTable(felt, feltBare),
      '',
      ...machine(),
      `${conditionsText}; ${productCount} products, list of 24; load average at start ${loadAtStart.map((value) => value.toFixed(2)).join(' ')}, at the end ${os.loadavg()[0]?.toFixed(2)}.`,
      ...readAgainLine(),
      `Usable: the first card is there and the button of its sizes answers. Median of ${visits} visits; second and fourth: again in the same browser.`,
      'Requests and kB: what the page asks for by itself; what its worker asks for (list, user, page) is not counted.',
      'Felt: from the press to the next paint, as the browser reports it in steps of 8 ms; less than 16 ms counts as 8.',
      '',
    ].join('\n'),
  )
  for (const failure of [...felt.failures, ...feltBare.failures]) {
    console.error(failure)
    process.exitCode = 1
  }
}

/** Said where it is known: it slows what is measured here, the bare page too, and neither can help it. */
function readAgainLine(): string[] {
  const now = pagesReadAgain()
  if (now === undefined || readAgainAtStart === undefined) return []
  return [`Pages of files that the machine dropped and read again meanwhile: ${now - readAgainAtStart}.`]
}

async function actInShop(
  browser: Browser,
  shop: Shop,
  origin: string,
  products: Product[],
  felt: Felt,
): Promise<void> {
  const context = await phoneOf(browser, origin, shop.token)
  const page = await openPhone(context)
  await page.goto(`${origin}/shop/products`)
  await orderFromList(page, felt)
  const stored = await page.evaluate(() => localStorage.getItem('cart') ?? '')
  const long = lengthened(stored, products, 1000)
  await page.goto(`${origin}/shop?shopModal=1`)
  await searchByTyping(page, felt)
  await page.evaluate((text) => localStorage.setItem('cart', text), long)
  await page.goto(`${origin}/shop/products`)
  await page.locator('article').first().waitFor()
  await changeLongCart(page, felt)
  await context.close()
}

async function productsOf(shop: Shop, port: number, page: number, limit: number): Promise<Product[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/Shop/GetCategoryProducts`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${shop.token}`,
    },
    body: JSON.stringify({ orderType: 'Rpt', page, limit }),
  })
  const body = (await answer.json()) as { data?: { products: Product[] } }
  if (!body.data) throw new Error(`The list answered ${answer.status}`)
  return body.data.products
}
