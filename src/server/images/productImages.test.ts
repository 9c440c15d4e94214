import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Client, refusal } from '#test/app.ts'
import { makeDue, testJobs } from '#test/jobs.ts'
import { plainPicture, type SentFile, sendPhotos } from '#test/upload.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { cleanUp } from './cleanUp.ts'
import { finishPhoto, notePhoto } from './keptPhotos.ts'
import { openPhotoStore, photoObject } from './photoStore.ts'
import { photoJob } from './photoWork.ts'
import { turns } from './turns.ts'

const app = useApp()
const shop = shopPerFile(app)
const a1 = { itemCode: 'A1', colorCode: '01' }
const path = (file: string, width = 640) => `/products/img${width}/A1/01/${encodeURIComponent(file)}`
const day = 24 * 60 * 60_000

beforeEach(async () => {
  await shop.query('delete from product_images where tenant_id = $1')
  await shop.query('delete from deleted_photos where tenant_id = $1')
})

let shade = 0
/** A unique picture. */
async function photo(name: string, width = 300, height = 400): Promise<SentFile> {
  shade += 1
  // Different enough for JPEG.
  const background = { r: (shade * 53) % 256, g: (shade * 101) % 256, b: (shade * 197) % 256 }
  return {
    name,
    bytes: await plainPicture(width, height, background).jpeg().toBuffer(),
  }
}

const post = (...files: SentFile[]) => sendPhotos(shop.admin, a1, ...files)
const replace = (replaces: string, file: SentFile) => sendPhotos(shop.admin, { ...a1, replaces }, file)
const shown = async (): Promise<string[]> => {
  const answer = await shop.admin.get('/api/Shop/GetProductPhotos', a1)
  return answer.body.data.photos.map(({ file }: { file: string }) => file)
}

describe('uploaded photos', () => {
  test('appear in numeric order, and refresh caches and addresses', async () => {
    const before = await shop.catalogueVersion()
    const answer = await post(await photo('A1_01_2.jpg'), await photo('A1_01_10.jpg'))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ data: ['A1_01_2.jpg', 'A1_01_10.jpg'], refused: [] })
    await post(await photo('A1_01_1.png'))
    const list = await shop.dealer.post('/api/Shop/GetCategoryProducts', { orderType: 'Rpt', ...a1 })
    const product = list.body.data.products.find((one: { itemCode: string }) => one.itemCode === 'A1')
    expect(product.images).toEqual(['A1_01_1.jpg', 'A1_01_2.jpg', 'A1_01_10.jpg'])
    expect(product.updatedDate > (answer.body as { updatedDate: string }).updatedDate).toBe(true)
    expect(await shop.catalogueVersion()).toBe(before + 2)
  })

  test('are shown upright and without location; the original is unchanged', async () => {
    const original = await plainPicture(2000, 1000)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD3: { GPSLatitude: '41/1' } })
      .jpeg()
      .toBuffer()
    await post({ name: 'yan.jpg', bytes: original })
    for (const width of [640, 960]) {
      const picture = await shop.visitor.get(path('yan.jpg', width))
      expect(picture.status).toBe(200)
      expect(picture.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      const metadata = await sharp(picture.body).metadata()
      expect(metadata.exif).toBeUndefined()
      expect([metadata.width, metadata.height]).toEqual(width === 640 ? [480, 960] : [720, 1440])
    }
    const kept = await shop.admin.get('/api/Shop/GetOriginalImage', { ...a1, file: 'yan.jpg' })
    expect(kept.body).toEqual(original)
    expect(kept.headers['content-disposition']).toContain("''yan.jpg")
    expect((await shop.visitor.get('/products/original/A1/01/yan.jpg')).status).toBe(404)
  })

  test('are not sent again to clients that have them', async () => {
    await post(await photo('a.jpg'))
    const first = await shop.visitor.get(path('a.jpg'))
    const headers = { 'if-none-match': String(first.headers.etag) }
    const again = await shop.visitor.as({ headers }).get(path('a.jpg'))
    expect([again.status, again.body]).toEqual([304, Buffer.alloc(0)])
  })

  test.each(['png', 'webp', 'avif'] as const)('may be %s, whatever their names say', async (format) => {
    const bytes = await sharp({ create: { width: 90, height: 90, channels: 4, background: '#0a08' } })
      .toFormat(format)
      .toBuffer()
    expect((await post({ name: `${format}.jpg`, bytes })).status).toBe(200)
    expect((await shop.visitor.get(path(`${format}.jpg`))).status).toBe(200)
    const kept = await shop.admin.get('/api/Shop/GetOriginalImage', { ...a1, file: `${format}.jpg` })
    expect(kept.headers['content-disposition']).toContain(`''${format}.${format}`)
  })

  test('are refused one by one with a reason; the others are accepted', async () => {
    const good = await photo('good.jpg')
    const half = await photo('half.jpg', 900, 900)
    const answer = await post(
      { name: 'page.jpg', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') },
      { name: 'half.jpg', bytes: half.bytes.subarray(0, half.bytes.length / 2) },
      { name: 'huge.jpg', bytes: Buffer.concat([good.bytes, Buffer.alloc(10 * 1024 * 1024)]) },
      good,
      { ...good, name: 'again.jpg' },
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      data: ['good.jpg'],
      refused: [
        { file: 'page.jpg', code: 'image.invalid' },
        { file: 'half.jpg', code: 'image.invalid' },
        { file: 'huge.jpg', code: 'image.tooLarge', Message: expect.stringContaining('10 MB') },
        { file: 'again.jpg', code: 'image.duplicate' },
      ],
    })
  })

  test('that are all refused change nothing', async () => {
    const before = await shop.query('select * from products where tenant_id = $1 order by id')
    const bomb = await plainPicture(8000, 7000).png({ compressionLevel: 9 }).toBuffer()
    expect(await post({ name: 'bomb.png', bytes: bomb })).toMatchObject(refusal(400, 'image.tooManyPixels'))
    expect((await post({ name: 'x.jpg', bytes: Buffer.alloc(0) })).body.code).toBe('image.invalid')
    expect((await post()).body.code).toBe('request.invalid')
    expect(await shop.query('select * from products where tenant_id = $1 order by id')).toEqual(before)
    expect(await shop.query('select from photos where tenant_id = $1 and unused_since is null')).toEqual([])
  })

  test('are limited to ten per colour, also concurrently', async () => {
    const eight = await Promise.all(Array.from({ length: 8 }, (_, index) => photo(`p_${index}.jpg`)))
    await post(...eight)
    const racing = await Promise.all(
      ['x', 'y', 'z'].map(async (name) => post(await photo(`${name}.jpg`), await photo(`${name}2.jpg`))),
    )
    expect(await shown()).toHaveLength(10)
    const taken = racing.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    expect(racing.filter(({ body }) => body.code === 'image.tooMany')).toHaveLength(2)
  })

  test('need the task', async () => {
    const file = await photo('agent.jpg')
    const as = (client: Client) => sendPhotos(client, a1, file)
    expect((await as(shop.agent)).status).toBe(403)
    expect((await shop.agent.get('/api/Shop/GetProductPhotos', a1)).status).toBe(200)
    await shop.update(`users set auths = '[{"groupName":"catalogue","number":2}]' where username = 'agent'`)
    expect((await as(shop.agent)).status).toBe(200)
    await shop.update(`users set auths = '[]' where username = 'agent'`)
    const unknown = await sendPhotos(shop.admin, { itemCode: 'none', colorCode: '' }, file)
    expect(unknown.status).toBe(404)
  })
})

describe('photos of a product', () => {
  test('can be reordered, as a complete list only', async () => {
    await post(await photo('a.jpg'), await photo('b.jpg'), await photo('c.jpg'))
    const sort = (...files: string[]) => shop.admin.post('/api/Shop/SortProductImages', { ...a1, files })
    expect((await sort('c.jpg', 'a.jpg', 'b.jpg')).body.data).toEqual(['c.jpg', 'a.jpg', 'b.jpg'])
    expect(await shown()).toEqual(['c.jpg', 'a.jpg', 'b.jpg'])
    for (const wrong of [['c.jpg'], ['a.jpg', 'a.jpg', 'b.jpg'], ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']]) {
      expect((await sort(...wrong)).body.code).toBe('record.changed')
    }
    expect(await shown()).toEqual(['c.jpg', 'a.jpg', 'b.jpg'])
  })

  test('that are deleted can be restored once, at their position', async () => {
    await post(await photo('a.jpg'), await photo('b.jpg'), await photo('c.jpg'))
    const gone = await shop.admin.get('/api/Shop/DeleteProductImage', { ...a1, file: 'b.jpg' })
    expect(gone.body.data).toEqual(['a.jpg', 'c.jpg'])
    expect((await shop.visitor.get(path('b.jpg'))).status).toBe(404)
    const listed = await shop.admin.get('/api/Shop/GetProductPhotos', a1)
    expect(listed.body.data.deleted).toMatchObject([
      { id: gone.body.deletedId, file: 'b.jpg', deletedBy: 'admin' },
    ])
    const restore = () => shop.admin.post('/api/Shop/RestoreProductImage', { id: gone.body.deletedId })
    expect((await restore()).body.data).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
    expect((await restore()).status).toBe(404)
    expect((await shop.visitor.get(path('b.jpg'))).status).toBe(200)
    expect((await shop.admin.get('/api/Shop/DeleteProductImage', { ...a1, file: 'x.jpg' })).status).toBe(404)
  })

  test('are replaced in place, and the old one can be restored', async () => {
    await post(await photo('a.jpg'), await photo('b.jpg'))
    const before = await shop.visitor.get(path('a.jpg'))
    const answer = await replace('a.jpg', await photo('a.jpg'))
    expect(answer.body).toMatchObject({ data: ['a.jpg', 'b.jpg'] })
    expect((await shop.visitor.get(path('a.jpg'))).body).not.toEqual(before.body)
    const id = (answer.body as { deletedId: string }).deletedId
    const restored = await shop.admin.post('/api/Shop/RestoreProductImage', { id })
    expect(restored.body.data).toEqual(['a-2.jpg', 'a.jpg', 'b.jpg'])
    expect((await replace('none.jpg', await photo('n.jpg'))).body.code).toBe('record.changed')
  })

  test('are replaced by name if requested, else kept beside the new one', async () => {
    await post(await photo('a.jpg'), await photo('b.jpg'))
    expect((await post(await photo('A.jpg'))).body).toMatchObject({ data: ['a.jpg', 'b.jpg', 'A-2.jpg'] })
    const fields = { ...a1, sameName: 'replace' }
    const answer = await sendPhotos(shop.admin, fields, await photo('B.png'), await photo('c.jpg'))
    expect(answer.body).toMatchObject({ data: ['a.jpg', 'B.jpg', 'A-2.jpg', 'c.jpg'] })
    const { body } = await shop.admin.get('/api/Shop/GetProductPhotos', a1)
    expect(body.data.deleted).toMatchObject([{ file: 'b.jpg' }])
  })

  test('are recorded when they change', async () => {
    await post(await photo('a.jpg'), await photo('b.jpg'))
    await shop.admin.post('/api/Shop/SortProductImages', { ...a1, files: ['b.jpg', 'a.jpg'] })
    const [row] = await shop.query(
      `select subject, subject_name, action, user_name, before, after from changes
       where tenant_id = $1 order by at desc, id desc limit 1`,
    )
    expect(row).toEqual({
      subject: 'product',
      subject_name: 'A1 01',
      action: 'changed',
      user_name: 'admin',
      before: { images: ['a.jpg', 'b.jpg'] },
      after: { images: ['b.jpg', 'a.jpg'] },
    })
  })
})

describe('the sizes of a photo', () => {
  const states = () =>
    shop.query<{ state: string }>(
      `select f.state from photos f join product_images i on i.tenant_id = $1 and i.content_hash = f.content_hash
       where f.tenant_id = $1 order by i.sort_order`,
    )

  test('are created after the upload', async () => {
    await post(await photo('a.jpg'), await photo('b.jpg'))
    await expect.poll(states).toEqual([{ state: 'ready' }, { state: 'ready' }])
    const { body } = await shop.admin.get('/api/Shop/GetPhotoProgress')
    expect(body.data).toEqual({ waiting: 0, broken: [] })
  })

  test('are not looked for while the file is still being stored', async () => {
    const { place } = app.photos
    const kept = vi.spyOn(app.photos, 'keep')
    onTestFinished(() => kept.mockRestore())
    kept.mockImplementationOnce(async (tenantId, ...file) => {
      await photoJob(app, { say: () => {} })({
        tenantId,
        signal: new AbortController().signal,
        attempt: 1,
        hold: async () => {},
      })
      await openPhotoStore(place).keep(tenantId, ...file)
    })
    const sent = await photo('a.jpg')
    await post(sent)
    await expect.poll(states).toEqual([{ state: 'ready' }])
    const [noted] = await shop.query<{ attempts: number }>(
      'select attempts from photos where tenant_id = $1 and content_hash = $2',
      createHash('sha256').update(sent.bytes).digest('hex'),
    )
    expect(noted).toEqual({ attempts: 0 })
  })

  test('are created by another process after a crash, once the lease ends', async () => {
    await post(await photo('a.jpg'))
    await expect.poll(states).toEqual([{ state: 'ready' }])
    const [kept] = await shop.query<{ hash: string }>(
      'select content_hash as hash from product_images where tenant_id = $1',
    )
    const hash = kept?.hash ?? ''
    await app.photos.objects.remove(
      ...['640', '960'].map((width) => `${shop.tenantId}/${hash.slice(0, 2)}/${hash}/${width}.jpg`),
    )
    await shop.update(`photos set state = 'waiting', next_attempt_at = now() + interval '4 minutes'`)
    await makeDue(app.database, shop.tenantId, 'photos')
    const work = (now: () => Date) =>
      testJobs(app.database, { photos: photoJob(app, { say: () => {}, now }) }, { now })
    const early = work(() => new Date())
    early.start()
    await new Promise((resolve) => setTimeout(resolve, 200))
    await early.stop()
    expect(await states()).toEqual([{ state: 'waiting' }])
    const late = work(() => new Date(Date.now() + 5 * 60_000))
    late.start()
    await expect.poll(states).toEqual([{ state: 'ready' }])
    await late.stop()
    expect((await shop.visitor.get(path('a.jpg'))).status).toBe(200)
  })

  /** Sends a photo and waits for its sizes. Returns its hash. */
  async function finished(file: SentFile): Promise<string> {
    await post(file)
    await expect.poll(states).toEqual([{ state: 'ready' }])
    const [kept] = await shop.query<{ hash: string }>(
      'select content_hash as hash from product_images where tenant_id = $1',
    )
    return kept?.hash ?? ''
  }
  const original = (hash: string) => photoObject(shop.tenantId, hash, 'original')
  const reportedPhotos = async () => {
    const { body } = await shop.admin.get('/api/Shop/GetProductPhotos', a1)
    const progress = await shop.admin.get('/api/Shop/GetPhotoProgress')
    return { photos: body.data.photos, dead: progress.body.data.broken }
  }

  test('are reported broken if the original is unreadable', async () => {
    await finished(await photo('a.jpg'))
    const bytes = Buffer.from('not a picture')
    const hash = createHash('sha256').update(bytes).digest('hex')
    await app.photos.objects.put(original(hash), bytes, 'application/octet-stream')
    await app.database.inTenant(shop.tenantId, 'write', (tx) => notePhoto(tx, hash, 'waiting', new Date()))
    await shop.update('product_images set content_hash = $2', hash)
    expect((await shop.visitor.get(path('a.jpg'))).status).toBe(404)
    expect(await reportedPhotos()).toEqual({
      photos: [{ file: 'a.jpg', state: 'broken' }],
      dead: [{ ...a1, file: 'a.jpg' }],
    })
  })

  test('are missing while the original is, and created once it is back', async () => {
    const sent = await photo('a.jpg')
    const hash = await finished(sent)
    await app.photos.remove(shop.tenantId, hash)
    for (let times = 0; times < 2; times += 1)
      expect((await shop.visitor.get(path('a.jpg'))).status).toBe(404)
    expect(await reportedPhotos()).toEqual({
      photos: [{ file: 'a.jpg', state: 'missing' }],
      dead: [{ ...a1, file: 'a.jpg' }],
    })
    // Half of it, as while being copied back.
    const half = sent.bytes.subarray(0, sent.bytes.length / 2)
    await app.photos.objects.put(original(hash), half, 'application/octet-stream')
    expect((await shop.visitor.get(path('a.jpg'))).status).toBe(404)
    expect((await reportedPhotos()).photos).toEqual([{ file: 'a.jpg', state: 'missing' }])
    await app.photos.objects.put(original(hash), sent.bytes, 'application/octet-stream')
    expect((await shop.visitor.get(path('a.jpg'))).status).toBe(200)
    expect(await reportedPhotos()).toEqual({ photos: [{ file: 'a.jpg', state: 'ready' }], dead: [] })
  })

  test('are recovered by the sweep, which retries ever less often', async () => {
    const sent = await photo('a.jpg')
    const hash = await finished(sent)
    await app.photos.remove(shop.tenantId, hash)
    expect((await shop.visitor.get(path('a.jpg'))).status).toBe(404)
    const attempts = async () =>
      (
        await shop.query<{ attempts: number }>(
          'select attempts from photos where tenant_id = $1 and content_hash = $2',
          hash,
        )
      )[0]?.attempts
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    /** Sweeps as if at this time, until the condition holds. */
    const sweep = async (now: Date, awaited: () => Promise<void>) => {
      const photos = photoJob(app, { say: () => {}, now: () => now })
      const work = testJobs(app.database, { photos }, { now: () => now })
      onTestFinished(() => work.stop())
      work.start()
      await awaited()
      await work.stop()
    }
    await sweep(minutes(6), () => expect.poll(attempts).toBe(1))
    await sweep(minutes(9), () => expect.poll(attempts).toBe(2))
    expect(await states()).toEqual([{ state: 'missing' }])
    await app.photos.objects.put(original(hash), sent.bytes, 'application/octet-stream')
    await sweep(minutes(14), () => expect.poll(states).toEqual([{ state: 'ready' }]))
    expect(await attempts()).toBe(0)
  })

  test('are served by the server with the original, whatever another one recorded', async () => {
    const hash = await finished(await photo('a.jpg'))
    const widths = ([640, 960] as const).map((width) => photoObject(shop.tenantId, hash, width))
    await app.photos.objects.remove(...widths)
    const elsewhere = openPhotoStore({ folder: `${app.folder}/elsewhere` })
    const house = { database: app.database, photos: elsewhere }
    expect(await finishPhoto(house, shop.tenantId, hash, turns.awaited)).toBe('missing')
    expect((await shop.visitor.get(path('a.jpg'))).status).toBe(200)
    expect(await states()).toEqual([{ state: 'ready' }])
  })

  test('are recreated when the same picture is uploaded again', async () => {
    const sent = await photo('a.jpg')
    const hash = await finished(sent)
    await app.photos.remove(shop.tenantId, hash)
    await app.photos.objects.put(original(hash), sent.bytes.subarray(0, 100), 'application/octet-stream')
    expect((await shop.visitor.get(path('a.jpg'))).status).toBe(404)
    // Already in place.
    expect(await replace('a.jpg', sent)).toMatchObject({ body: { code: 'image.duplicate' } })
    await expect.poll(states).toEqual([{ state: 'ready' }])
  })
})

describe('unused files', () => {
  const clean = (days: number) =>
    cleanUp(
      { database: app.database, photos: app.photos },
      shop.tenantId,
      new Date(Date.now() + days * day),
    ).then(({ removed }) => removed)
  const hashOf = async (file: string) =>
    (
      await shop.query<{ hash: string }>(
        'select content_hash as hash from product_images where tenant_id = $1 and file_name = $2',
        file,
      )
    )[0]?.hash ?? ''

  /** Everything sent is processed, so the store is quiet. */
  const made = () =>
    expect
      .poll(() => shop.query(`select from photos where tenant_id = $1 and state = 'waiting'`))
      .toHaveLength(0)

  test('are deleted 30 days after their last use', async () => {
    await clean(100)
    await clean(200)
    await post(await photo('stays.jpg'), await photo('goes.jpg'))
    const [stays, goes] = [await hashOf('stays.jpg'), await hashOf('goes.jpg')]
    await made()
    const { body } = await shop.admin.get('/api/Shop/DeleteProductImage', { ...a1, file: 'goes.jpg' })
    expect(await clean(1)).toBe(0)
    expect(await clean(29.9)).toBe(0)
    expect(await app.photos.original(shop.tenantId, goes)).toBeDefined()
    expect(await clean(32)).toBe(1)
    expect(await app.photos.original(shop.tenantId, goes)).toBeUndefined()
    expect(await app.photos.open(shop.tenantId, goes, 640)).toBeUndefined()
    expect(await app.photos.original(shop.tenantId, stays)).toBeDefined()
    expect((await shop.admin.post('/api/Shop/RestoreProductImage', { id: body.deletedId })).status).toBe(404)
  })

  test('are deleted only after processing has ended', async () => {
    await clean(100)
    await clean(200)
    await post(await photo('busy.jpg'))
    const busy = await hashOf('busy.jpg')
    await made()
    await shop.query('delete from product_images where tenant_id = $1')
    await clean(1)
    const held = `update photos set state = 'waiting', next_attempt_at = now() + $3 * interval '1 day'
                  where tenant_id = $1 and content_hash = $2`
    await shop.query(held, busy, 50)
    expect(await clean(40)).toBe(0)
    expect(await app.photos.original(shop.tenantId, busy)).toBeDefined()
    expect(await clean(51)).toBe(1)
    expect(await app.photos.open(shop.tenantId, busy, 640)).toBeUndefined()
  })

  test('stay while a brand, another product or a restored photo uses them', async () => {
    const file = await photo('shared.jpg')
    await post(file)
    await sendPhotos(shop.admin, { itemCode: 'A2', colorCode: '01' }, file)
    const hash = await hashOf('shared.jpg')
    await shop.update(`brands set image = $2 where name = 'Ayla'`, hash)
    await shop.query('delete from product_images where tenant_id = $1')
    await clean(1)
    await clean(60)
    expect(await app.photos.original(shop.tenantId, hash)).toBeDefined()
    await shop.update(`brands set image = ''`)
    await clean(61)
    // Sent again, it is new.
    await post(file)
    expect(await clean(100)).toBe(0)
    expect((await shop.visitor.get(path('shared.jpg'))).status).toBe(200)
  })

  test('from before the table existed are found by the scan', async () => {
    const { bytes } = await photo('old.jpg')
    const hash = await app.photos.store(shop.tenantId, bytes)
    await shop.query(
      `insert into product_images (tenant_id, product_id, file_name, content_hash, sort_order)
       select $1, id, 'old.jpg', $2, 0 from products where tenant_id = $1 and item_code = 'A1'`,
      hash,
    )
    await clean(0)
    await shop.query('delete from product_images where tenant_id = $1')
    await clean(1)
    expect(await clean(32)).toBeGreaterThan(0)
    expect(await app.photos.original(shop.tenantId, hash)).toBeUndefined()
  })

  test('cannot be stored while being deleted', async () => {
    const file = await photo('late.jpg')
    await post(file)
    await shop.update(`photos set state = 'going' where content_hash = $2`, await hashOf('late.jpg'))
    await shop.query('delete from product_images where tenant_id = $1')
    expect(await post(file)).toMatchObject(refusal(503, 'server.busy'))
    await clean(0)
    expect((await post(file)).status).toBe(200)
  })
})
