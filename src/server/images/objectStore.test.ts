import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainPicture } from '#test/upload.ts'
import { type ObjectStore, readStored } from './objectStore.ts'
import { openObjectStore, type StorePlace } from './openObjectStore.ts'
import { openPhotoStore, photoObject, tenantKey } from './photoStore.ts'
import { readStorePlace } from './storePlace.ts'
import { turns } from './turns.ts'

let folder: string
let server: S3rver
let bucket: StorePlace & { bucket: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-store-'))
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'photos', configs: [] }],
  })
  const { port } = await server.run()
  bucket = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'photos',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['a folder', 'a bucket'])('%s', (kind) => {
  let store: ObjectStore
  const place = (): StorePlace => (kind === 'a bucket' ? bucket : { folder: join(folder, 'plain') })
  const key = () => `${randomUUID()}/ab/${randomUUID()}/640.jpg`
  const read = (from: ObjectStore, name: string) => readStored(from, name)

  beforeAll(async () => {
    store = openObjectStore(place())
    await store.check()
  })

  test('stores bytes and files, and returns them with their lengths', async () => {
    const [one, other] = [key(), key()]
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256))
    const file = join(folder, randomUUID())
    await writeFile(file, bytes)
    await store.put(one, bytes, 'image/jpeg')
    await store.put(other, { file }, 'application/octet-stream')
    for (const name of [one, other]) {
      const stored = await store.get(name)
      expect(stored?.bytes).toBe(bytes.length)
      stored?.stream.destroy()
      expect(await read(store, name)).toEqual(bytes)
      expect(await store.has(name)).toBe(true)
    }
  })

  test('lists the keys that start alike, of any number', async () => {
    const [start, other] = [`${randomUUID()}/`, `${randomUUID()}/`]
    const names = Array.from({ length: 1100 }, (_, index) => `${start}ab/${String(index).padStart(4, '0')}`)
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(
        names.slice(at, at + 50).map((name) => store.put(name, Buffer.from('x'), 'text/plain')),
      )
    await store.put(`${other}ab/one`, Buffer.from('x'), 'text/plain')
    const list = async (keysStart: string) => {
      const keys = []
      for await (const found of store.keys(keysStart)) keys.push(found)
      return keys.toSorted()
    }
    expect(await list(start)).toEqual(names)
    expect(await list(`${start}ab/10`)).toEqual(names.slice(1000))
    expect(await list(`${randomUUID()}/`)).toEqual([])
  })

  test('has nothing under an unused or removed key', async () => {
    const [one, other] = [key(), key()]
    expect([await store.get(one), await store.has(one)]).toEqual([undefined, false])
    await store.put(one, Buffer.from('one'), 'text/plain')
    await store.put(other, Buffer.from('other'), 'text/plain')
    await store.remove(one, key())
    expect(await store.get(one)).toBeUndefined()
    expect(await read(store, other)).toEqual(Buffer.from('other'))
  })

  test('accepts the same key again, also concurrently', async () => {
    const name = key()
    await Promise.all(
      Array.from({ length: 8 }, () => store.put(name, Buffer.alloc(50_000, 'x'), 'text/plain')),
    )
    expect(await read(store, name)).toEqual(Buffer.alloc(50_000, 'x'))
  })

  test('stores an empty file', async () => {
    const name = key()
    await store.put(name, Buffer.alloc(0), 'text/plain')
    expect(await read(store, name)).toEqual(Buffer.alloc(0))
  })

  test('stores photos per tenant, completely or not at all, and recreates missing widths', async () => {
    const photos = openPhotoStore(place())
    const [mine, theirs] = [randomUUID(), randomUUID()]
    const bytes = await plainPicture(1200, 800).jpeg().toBuffer()
    const hash = await photos.store(mine, bytes)
    const stored = await read(store, photoObject(mine, hash, 960))
    expect(await sharp(stored).metadata()).toMatchObject({ width: 960, height: 640 })
    expect(await photos.open(theirs, hash, 640)).toBeUndefined()
    expect(await photos.original(mine, hash)).toEqual(bytes)

    await store.remove(photoObject(mine, hash, 640), photoObject(mine, hash, 960))
    const made = await Promise.all(
      Array.from({ length: 3 }, () => photos.makeWidths(mine, hash, turns.awaited)),
    )
    expect(made).toEqual([true, true, true])
    expect(await read(store, photoObject(mine, hash, 960))).toEqual(stored)
    await photos.remove(mine, hash)
    expect(await photos.makeWidths(mine, hash, turns.awaited)).toBe(false)
    await expect(photos.store(mine, Buffer.from('not a picture'))).rejects.toThrow()
    expect(await photos.open(mine, hash, 640)).toBeUndefined()
  })
})

test('no name in a row leads to another tenant', () => {
  for (const name of ['../../theirs/ab/hash/640', '..', '.', 'a/b', 'a\\b', 'a\0', ''])
    expect(() => tenantKey('mine', 'avatar', name)).toThrow('No name of a stored file')
  expect(tenantKey('mine', 'avatar', 'hash.jpg')).toBe('mine/avatar/hash.jpg')
})

test('photos are made in turn: none is read or written before the one before is whole', async () => {
  const photos = openPhotoStore({ folder: join(folder, 'inTurn') })
  const tenantId = randomUUID()
  const hashes = await Promise.all(
    [
      { r: 200, g: 0, b: 0 },
      { r: 0, g: 200, b: 0 },
      { r: 0, g: 0, b: 200 },
    ].map(async (color) => {
      const bytes = await plainPicture(60, 80, color).jpeg().toBuffer()
      const hash = createHash('sha256').update(bytes).digest('hex')
      await photos.objects.put(photoObject(tenantId, hash, 'original'), bytes, 'application/octet-stream')
      return hash
    }),
  )
  const used: (string | undefined)[] = []
  const { objects } = photos
  const stored = { ...objects }
  const note = async (key: string) => {
    used.push(key.split('/')[2])
    // As slow as a bucket: another photo would come in between.
    await sleep(30)
  }
  objects.get = async (key) => {
    await note(key)
    return stored.get(key)
  }
  objects.put = async (key, ...content) => {
    await note(key)
    await stored.put(key, ...content)
  }
  await Promise.all(hashes.map((hash) => photos.makeWidths(tenantId, hash, turns.background)))
  expect(used.filter((hash, at) => hash !== used[at - 1])).toEqual(hashes)
})

test('a folder leaves nothing behind after removal', async () => {
  const place = { folder: join(folder, 'emptied') }
  const store = openObjectStore(place)
  await store.put('tenant/ab/hash/640.jpg', Buffer.from('x'), 'image/jpeg')
  await store.remove('tenant/ab/hash/640.jpg')
  expect(await readdir(join(place.folder, 'tenant/ab'))).toEqual([])
})

describe('an unusable bucket is reported clearly and without the secret,', () => {
  test.each([
    ['of another login', { accessKeyId: 'another-login', secretAccessKey: 'another-secret' }, /HTTP 403/],
    ['that is not there', { bucket: 'none' }, /"none".*HTTP 404/],
    ['where nobody listens', { endpoint: 'http://127.0.0.1:9' }, /PUT/],
  ])('%s', async (_, change, message) => {
    const place = { ...bucket, ...change } as StorePlace
    const problem = await openObjectStore(place)
      .check()
      .then(
        () => undefined,
        (error: Error) => error,
      )
    expect(problem?.name).toBe('StartupProblem')
    expect(problem?.message).toMatch(message)
    expect(`${problem?.message} ${problem?.stack}`).not.toMatch(/another|S3RVER|Signature/)
  })
})

test('the settings name a folder, or a complete bucket', () => {
  const all = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(readStorePlace({}, '/data')).toEqual({ folder: '/data/photos' })
  expect(readStorePlace(all, '/data')).toEqual({
    endpoint: 'https://s3.example.com',
    bucket: 'photos',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  expect(() => readStorePlace({ ...all, S3_BUCKET: '' }, '/data')).toThrow(
    'S3_ENDPOINT also needs S3_BUCKET.',
  )
  expect(() => readStorePlace({ ...all, S3_ENDPOINT: 'minio:9000' }, '/data')).toThrow(/S3_ENDPOINT/)
})
