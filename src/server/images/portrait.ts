import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { Refusal } from '#shared/errors.ts'
import type { PhotoStore } from './photoStore.ts'

/*
 * Pictures that people send of themselves and of their company, kept under the hash of what is made of them in the
 * tenant's folder of the photo store: small, upright, without what a camera wrote.
 */
export const portraits = {
  avatar: {
    extension: 'jpg',
    make: (picture: Sharp) =>
      picture.flatten({ background: '#ffffff' }).resize(256, 256, { fit: 'cover' }).jpeg({ quality: 85 }),
  },
  logo: {
    extension: 'webp',
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

/** Folder-relative path of a stored portrait, for the file server rooted at the photo store. */
export function portraitPath(kind: PortraitKind, tenantId: string, hash: string): string {
  return join(tenantId, kind, `${hash}.${portraits[kind].extension}`)
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
  const made = await inTurn(() => make(kind, bytes))
  const hash = createHash('sha256').update(made).digest('hex')
  await mkdir(join(photos.root, tenantId, kind), { recursive: true })
  // Written aside and renamed, so that nobody is ever sent half of it.
  const path = join(photos.root, portraitPath(kind, tenantId, hash))
  const aside = `${path}.${randomUUID()}`
  try {
    await writeFile(aside, made)
    await rename(aside, path)
  } finally {
    await rm(aside, { force: true })
  }
  return hash
}

let turn: Promise<unknown> = Promise.resolve()

/** One after the other: a picture of a few kilobytes can take half a gigabyte while it is open. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work)
  turn = mine.catch(() => {})
  return mine
}

/** What takes longer to open, in seconds, is no portrait. */
const patience = 10

async function make(kind: PortraitKind, bytes: Buffer): Promise<Buffer> {
  const limitInputPixels = mostPixels(bytes)
  if (limitInputPixels === 0) throw new Refusal('image.invalid')
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels }).timeout({ seconds: patience })
    return await portraits[kind].make(picture.autoOrient()).toBuffer()
  } catch {
    throw new Refusal('image.invalid')
  }
}

/** As many as telephones take; AVIF needs 18 bytes for each while it is opened, the others three or four. */
const most = { usual: 110_000_000, avif: 25_000_000 }

/**
 * How many pixels a JPEG, PNG, WebP or AVIF may have, by its first bytes; 0 for anything else, which stays unopened: SVG,
 * which is a document, and formats that hardly anybody has tried to break yet.
 */
function mostPixels(bytes: Buffer): number {
  const at = (start: number, length: number) => bytes.toString('latin1', start, start + length)
  if (at(0, 3) === '\xff\xd8\xff' || at(0, 8) === '\x89PNG\r\n\x1a\n') return most.usual
  if (at(0, 4) === 'RIFF' && at(8, 4) === 'WEBP') return most.usual
  if (bytes.length < 16 || at(4, 4) !== 'ftyp') return 0
  const brands = at(8, Math.min(bytes.readUInt32BE(0), 256) - 8)
  return /^(.{4})*avi[fs]/s.test(brands) ? most.avif : 0
}
