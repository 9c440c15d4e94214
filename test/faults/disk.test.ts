import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Answer, client } from '#test/app.ts'
import { plainPicture, sendPhotos, upload } from '#test/upload.ts'
import { type Order, orderOf, signIn } from './dealer.ts'
import { killEverything, type ServerProcess, startServer } from './server.ts'
import { articleCount, createShopFolder, type ShopFolder } from './shop.ts'
import { readStoredOrders } from './storedOrders.ts'

const mebibyte = 1024 * 1024

function mount(folder: string, bytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`, 'tmpfs', folder], { stdio: 'pipe' })
}

/** Containers may forbid mounting even to root. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'toptan-disk-'))
  try {
    mount(folder, mebibyte)
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills a file system. Returns how to free it. */
function fill(folder: string): () => void {
  const { bavail, bsize } = statfsSync(folder)
  const ballast = join(folder, 'ballast')
  execFileSync('fallocate', ['-l', String(bavail * bsize), ballast])
  return () => rmSync(ballast, { force: true })
}

describe.skipIf(!canMount())('a full disk (skipped if mounting is not allowed)', { timeout: 120_000 }, () => {
  const disk = mkdtempSync(join(tmpdir(), 'toptan-disk-'))
  let photos: string
  let shop: ShopFolder
  let server: ServerProcess
  let dealer: string
  let office: string

  beforeAll(async () => {
    mount(disk, 400 * mebibyte)
    shop = await createShopFolder(Array<number>(articleCount).fill(10_000), disk)
    photos = join(shop.dataDir, 'photos')
    mkdirSync(photos)
    mount(photos, 64 * mebibyte)
    chmodSync(photos, 0o755)
    server = await startServer(shop.dataDir)
    dealer = await signIn(server.port)
    office = await signIn(server.port, 'admin')
  }, 120_000)
  afterAll(async () => {
    if (server) killEverything(server, shop.cluster)
    await server?.ended
    if (photos) execFileSync('umount', ['--lazy', photos])
    await shop?.erase()
    execFileSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true, force: true })
  })

  const as = (token: string, langCode = 'en') => client(server.port, {}).as({ token, langCode })
  async function summary(sent: Promise<Answer<{ code?: string; Message?: string }>>) {
    const { status, headers, body } = await sent
    return { status, retryAfter: headers['retry-after'], code: body.code, Message: body.Message }
  }
  const newOrder = () => orderOf(shop.articles, [{ article: 0, qty: 1 }])
  const place = (order: Order, langCode?: string) =>
    summary(as(dealer, langCode).post('/api/Shop/PostShopCart', order))
  const sendPhoto = async (shade: number) => {
    const bytes = await plainPicture(300, 400, { r: shade, g: 90, b: 120 }).png().toBuffer()
    const of = { itemCode: 'A1', colorCode: '01' }
    return summary(sendPhotos(as(office), of, { name: `${shade}.png`, bytes }))
  }
  const sendImport = () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `F${index};01;S;Deneme;${index % 90};100`)
    const header = 'itemCode;colorCode;itemDim1Code;itemDescription;inventory;priceCB'
    const content = Buffer.from([header, ...lines].join('\n'))
    return summary(upload(as(office), '/api/Shop/PostImportFile', content, 'disk.csv'))
  }
  async function health() {
    const answer = await fetch(`http://127.0.0.1:${server.port}/health`)
    return { status: answer.status, body: await answer.json() }
  }
  const storageFull = (Message: RegExp) => ({
    status: 503,
    retryAfter: expect.stringMatching(/^[1-9]/),
    code: 'storage.full',
    Message: expect.stringMatching(Message),
  })

  test('of the database: orders, photos, imports and /health report it', async () => {
    expect(await health()).toEqual({ status: 200, body: { status: 'ok' } })
    const freeSpace = fill(disk)
    onTestFinished(freeSpace)
    const placed: Order[] = []
    let refused = newOrder()
    // The database has reserved some space.
    while ((await place(refused)).status === 200) {
      placed.push(refused)
      refused = newOrder()
    }
    expect(await place(refused)).toEqual(storageFull(/^The server’s storage is full/))
    expect(await place(refused, 'tr')).toEqual(storageFull(/^Sunucunun depolama alanı dolu/))
    expect(await sendPhoto(40)).toEqual(storageFull(/^The server’s storage is full/))
    expect(await sendImport()).toEqual(storageFull(/^The server’s storage is full/))
    expect(await health()).toEqual({ status: 503, body: { status: 'unavailable', reason: 'storage' } })

    freeSpace()
    await expect.poll(health, { timeout: 30_000 }).toEqual({ status: 200, body: { status: 'ok' } })
    expect(await place(refused)).toMatchObject({ status: 200 })
    const { orders } = await readStoredOrders(shop)
    const keys = orders.map(({ guidKey }) => guidKey)
    expect(keys.toSorted()).toEqual([...placed, refused].map(({ guidKey }) => guidKey).toSorted())
  })

  test('of photos only: photos report it, orders are accepted', async () => {
    const freeSpace = fill(photos)
    onTestFinished(freeSpace)
    expect(await sendPhoto(80)).toEqual(storageFull(/^The server’s storage is full/))
    expect(await health()).toEqual({ status: 200, body: { status: 'degraded', reason: 'photoStorage' } })
    expect(await place(newOrder())).toMatchObject({ status: 200 })
    freeSpace()
    expect(await sendPhoto(80)).toMatchObject({ status: 200 })
    expect(await health()).toEqual({ status: 200, body: { status: 'ok' } })
  })
})
