import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Refusal } from '#shared/errors.ts'
import { refusal } from '#test/app.ts'
import { plainPicture, upload } from '#test/upload.ts'
import { shopPerFile, useApp } from '#test/useShop.ts'
import { avatarAddress, storeAvatar, storeLogo } from './portrait.ts'

const app = useApp()
const shop = shopPerFile(app)
const rival = shopPerFile(app, 'rival')

const path = '/api/Account/PostTenantLogo'
const send = (bytes: Buffer, client = shop.admin) => upload(client, path, bytes)

/** Red with a transparent left half. */
async function halfTransparent(width: number, height: number) {
  const half = sharp({ create: { width: Math.ceil(width / 2), height, channels: 4, background: '#d22f' } })
  return sharp({ create: { width, height, channels: 4, background: '#0000' } }).composite([
    { input: await half.png().toBuffer(), gravity: 'east' },
  ])
}

/** Rotated by EXIF, with GPS data, as from a phone. */
const onItsSide = () =>
  plainPicture(600, 300)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD3: { GPSLatitude: '41/1' } })
    .jpeg()
    .toBuffer()

describe('a logo', () => {
  test('is resized, keeps transparency, and has its own address', async () => {
    const answer = await send(await (await halfTransparent(2000, 400)).png().toBuffer())
    expect(answer.status).toBe(200)
    const { logo } = answer.body.data as { logo: string }
    expect(logo).toMatch(/^\/pictures\/logo\/[0-9a-f]{64}\.webp$/)
    const { body: settings } = await shop.visitor.get('/api/Shop/GetAppSettings')
    expect(settings.logo).toBe(logo)

    const picture = await shop.visitor.get(logo)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await sharp(picture.body).metadata()).toMatchObject({ width: 480, height: 96, hasAlpha: true })
    const { data } = await sharp(picture.body).raw().toBuffer({ resolveWithObject: true })
    expect([data[3], data.at(-1)]).toEqual([0, 255])
  })

  test('is not served to other tenants, nor after replacement or removal', async () => {
    const { logo } = (await send(await (await halfTransparent(90, 90)).webp().toBuffer())).body.data as {
      logo: string
    }
    expect((await shop.visitor.get(logo)).status).toBe(200)
    expect((await rival.visitor.get(logo)).status).toBe(404)
    const next = (await send(await onItsSide())).body.data as { logo: string }
    expect((await shop.visitor.get(logo)).status).toBe(404)
    expect(await shop.admin.post('/api/Account/DeleteTenantLogo', {})).toMatchObject({ status: 200 })
    expect((await shop.visitor.get(next.logo)).status).toBe(404)
    expect((await shop.visitor.get('/api/Shop/GetAppSettings')).body.logo).toBe('')
    for (const address of [
      '/pictures/logo/.webp',
      '/pictures/logo/..%2F..%2Fx.webp',
      '/pictures/avatar/x.jpg',
    ]) {
      expect((await shop.visitor.get(address)).status).toBe(404)
    }
  })

  test('is rotated upright and stripped of metadata', async () => {
    const { logo } = (await send(await onItsSide())).body.data as { logo: string }
    const metadata = await sharp((await shop.visitor.get(logo)).body).metadata()
    expect(metadata).toMatchObject({ width: 80, height: 160 })
    expect(metadata.exif).toBeUndefined()
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('may be %s', async (format) => {
    expect((await send(await plainPicture(64, 32).toFormat(format).toBuffer())).status).toBe(200)
  })

  test('is unchanged after an unsupported or broken file', async () => {
    const noise = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .raw()
      .toBuffer()
    const noisy = () => sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
    const hostile: Record<string, Buffer> = {
      nothing: Buffer.alloc(0),
      text: Buffer.from('not a picture'),
      'an SVG': Buffer.from(svg),
      'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
      'a GIF': await noisy().gif().toBuffer(),
      'a TIFF': await noisy().tiff().toBuffer(),
      'half a JPEG': half(await noisy().jpeg().toBuffer()),
      'half a PNG': half(await noisy().png().toBuffer()),
      'half a WebP': half(await noisy().webp().toBuffer()),
      'half an AVIF': half(await noisy().avif().toBuffer()),
      'a PNG’s name with a page in it': Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1'),
      'a PNG of 144 million pixels in 20 KB': monstrousPng(12_000),
    }
    const { logo } = (await send(await noisy().png().toBuffer())).body.data as { logo: string }
    const stored = () => readdir(join(app.folder, 'photos', shop.tenantId, 'logo'))
    const before = await stored()
    for (const [name, bytes] of Object.entries(hostile)) {
      const code = await storeLogo(app.photos, shop.tenantId, bytes).catch((error: Refusal) => error.code)
      expect([name, code]).toEqual([name, 'image.invalid'])
    }
    expect(await send(Buffer.from(svg))).toMatchObject(refusal(400, 'image.invalid'))
    expect((await shop.visitor.get('/api/Shop/GetAppSettings')).body.logo).toBe(logo)
    expect(await stored()).toEqual(before)
  })

  test('over ten megabytes is too large; a call without a file is refused', async () => {
    expect(await send(Buffer.concat([await onItsSide(), Buffer.alloc(10 * 1024 * 1024)]))).toMatchObject(
      refusal(413, 'request.tooLarge'),
    )
    expect((await shop.admin.post(path, {})).status).toBe(400)
  })

  test('is recorded with its addresses', async () => {
    const { logo } = (await send(await (await halfTransparent(30, 30)).png().toBuffer())).body.data as {
      logo: string
    }
    const [row] = await shop.query(
      `select subject, action, user_name, after from changes where tenant_id = $1 order by at desc, id desc limit 1`,
    )
    expect(row).toEqual({ subject: 'settings', action: 'changed', user_name: 'admin', after: { logo } })
  })
})

test('an avatar is 256 pixels square and served while in use', async () => {
  const hash = await storeAvatar(app.photos, shop.tenantId, await onItsSide())
  const address = avatarAddress(hash)
  expect((await shop.visitor.get(address)).status).toBe(404)
  await shop.update(`users set avatar = $2 where username = 'dealer'`, hash)
  const picture = await shop.visitor.get(address)
  expect(picture.headers).toMatchObject({ 'content-type': 'image/jpeg' })
  expect(picture.headers['cache-control']).toContain('immutable')
  const metadata = await sharp(picture.body).metadata()
  expect(metadata).toMatchObject({ width: 256, height: 256, format: 'jpeg' })
  expect(metadata.exif).toBeUndefined()
  expect((await rival.visitor.get(address)).status).toBe(404)
  expect(avatarAddress('')).toBe('')
})

/** Small as a file, huge when decoded. */
function monstrousPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit per pixel.
  header[8] = 1
  const rows = Buffer.alloc(side * (1 + side / 8))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
