import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { Refusal } from '#shared/errors.ts'
import { loadSharp } from './loadSharp.ts'
import { type PhotoStore, tenantKey } from './photoStore.ts'
import { formatOf } from './pictureFormat.ts'
import { turns } from './turns.ts'

/* Avatars, logos and banners, small, upright, without metadata; stored by hash in the tenant's part of the photo store. */
export const portraits = {
  avatar: {
    extension: 'jpg',
    contentType: 'image/jpeg',
    make: (picture: Sharp) =>
      picture.flatten({ background: '#ffffff' }).resize(256, 256, { fit: 'cover' }).jpeg({ quality: 85 }),
  },
  logo: {
    extension: 'webp',
    contentType: 'image/webp',
    make: (picture: Sharp) =>
      picture
        .resize(480, 160, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 90, smartSubsample: true }),
  },
  banner: {
    extension: 'webp',
    contentType: 'image/webp',
    make: (picture: Sharp) =>
      picture
        .resize(1600, 900, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80, smartSubsample: true }),
  },
} as const
export type PortraitKind = keyof typeof portraits

/** '' without a hash. */
export const avatarAddress = (hash: string) => addressOf('avatar', hash)
/** '' without a hash. */
export const logoAddress = (hash: string) => addressOf('logo', hash)

/** '' without a hash. */
export const bannerAddress = (hash: string) => addressOf('banner', hash)

const addressOf = (kind: PortraitKind, hash: string) =>
  hash ? `/pictures/${kind}/${hash}.${portraits[kind].extension}` : ''

export function portraitObject(kind: PortraitKind, tenantId: string, hash: string): string {
  return tenantKey(tenantId, kind, `${hash}.${portraits[kind].extension}`)
}

/** A square of 256 pixels. Returns its hash. Refuses with `image.invalid`. */
export function storeAvatar(photos: PhotoStore, tenantId: string, bytes: Buffer): Promise<string> {
  return store('avatar', photos, tenantId, bytes)
}

/** At most 480 × 160, keeps transparency. Returns its hash. Refuses with `image.invalid`. */
export function storeLogo(photos: PhotoStore, tenantId: string, bytes: Buffer): Promise<string> {
  return store('logo', photos, tenantId, bytes)
}

/** At most 1600 × 900. Returns its hash. Refuses with `image.invalid`. */
export function storeBanner(photos: PhotoStore, tenantId: string, bytes: Buffer): Promise<string> {
  return store('banner', photos, tenantId, bytes)
}

async function store(kind: PortraitKind, photos: PhotoStore, tenantId: string, bytes: Buffer) {
  const converted = await turns.awaited(() => convert(kind, bytes))
  const hash = createHash('sha256').update(converted).digest('hex')
  await photos.objects.put(portraitObject(kind, tenantId, hash), converted, portraits[kind].contentType)
  return hash
}

const decodeTimeoutSeconds = 10

async function convert(kind: PortraitKind, bytes: Buffer): Promise<Buffer> {
  const format = formatOf(bytes)
  if (!format) throw new Refusal('image.invalid')
  const limitInputPixels = format === 'avif' ? maxPixels.avif : maxPixels.usual
  const sharp = await loadSharp()
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels }).timeout({
      seconds: decodeTimeoutSeconds,
    })
    return await portraits[kind].make(picture.autoOrient()).toBuffer()
  } catch {
    throw new Refusal('image.invalid')
  }
}

/** Enough for phones. AVIF takes 18 bytes per pixel while decoding, the others three or four. */
const maxPixels = { usual: 110_000_000, avif: 25_000_000 }
