import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { Refusal } from '#shared/errors.ts'
import { type PhotoStore, tenantKey } from './photoStore.ts'
import { formatOf } from './pictureFormat.ts'
import { turns } from './turns.ts'

/*
 * Pictures that people send of themselves and of their company, kept under the hash of what is made of them in the
 * tenant's part of the photo store: small, upright, without what a camera wrote.
 */
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
} as const
export type PortraitKind = keyof typeof portraits

/** Where an avatar stands, '' for none. */
export const avatarAddress = (hash: string) => addressOf('avatar', hash)
/** Where a logo stands, '' for none. */
export const logoAddress = (hash: string) => addressOf('logo', hash)

const addressOf = (kind: PortraitKind, hash: string) =>
  hash ? `/pictures/${kind}/${hash}.${portraits[kind].extension}` : ''

/** Where a portrait stands in the photo store. */
export function portraitObject(kind: PortraitKind, tenantId: string, hash: string): string {
  return tenantKey(tenantId, kind, `${hash}.${portraits[kind].extension}`)
}

/** Keeps a person's picture as a square of 256 pixels. Answers its hash. Refuses with `image.invalid`. */
export function storeAvatar(photos: PhotoStore, tenantId: string, bytes: Buffer): Promise<string> {
  return store('avatar', photos, tenantId, bytes)
}

/** Keeps a logo, at most 480 × 160, what is transparent left so. Answers its hash. Refuses with `image.invalid`. */
export function storeLogo(photos: PhotoStore, tenantId: string, bytes: Buffer): Promise<string> {
  return store('logo', photos, tenantId, bytes)
}

async function store(kind: PortraitKind, photos: PhotoStore, tenantId: string, bytes: Buffer) {
  const made = await turns.awaited(() => make(kind, bytes))
  const hash = createHash('sha256').update(made).digest('hex')
  await photos.objects.put(portraitObject(kind, tenantId, hash), made, portraits[kind].contentType)
  return hash
}

/** What takes longer to open, in seconds, is no portrait. */
const patience = 10

async function make(kind: PortraitKind, bytes: Buffer): Promise<Buffer> {
  const format = formatOf(bytes)
  if (!format) throw new Refusal('image.invalid')
  const limitInputPixels = format === 'avif' ? most.avif : most.usual
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels }).timeout({ seconds: patience })
    return await portraits[kind].make(picture.autoOrient()).toBuffer()
  } catch {
    throw new Refusal('image.invalid')
  }
}

/** As many as telephones take; AVIF needs 18 bytes for each while it is opened, the others three or four. */
const most = { usual: 110_000_000, avif: 25_000_000 }
