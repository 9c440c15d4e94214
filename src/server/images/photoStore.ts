import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type ImageWidth, imageWidths } from '#shared/images.ts'
import { type ObjectStore, readStored, type Stored } from './objectStore.ts'
import { openObjectStore, type StorePlace } from './openObjectStore.ts'
import type { Turns } from './turns.ts'

// Several pictures side by side are made by several calls: one call on many threads leaves nobody else a processor.
sharp.concurrency(1)

/** A picture that cannot be opened, or not to its end. */
export class BrokenPicture extends Error {
  override name = 'BrokenPicture'
}

/** Photos in a store: each tenant's apart, each under the hash of its content, with the widths that are shown. */
export type PhotoStore = {
  place: StorePlace
  objects: ObjectStore
  /** Keeps a picture file (or its bytes) and makes its widths. Answers its content hash. Throws on a broken picture. */
  store(tenantId: string, picture: string | Buffer): Promise<string>
  /** Keeps a picture as it was sent, and no more. */
  keep(tenantId: string, contentHash: string, file: string): Promise<void>
  /**
   * Makes the widths of a kept picture where they are missing, in its turn. False where there is no whole original.
   * @throws BrokenPicture
   */
  makeWidths(tenantId: string, contentHash: string, turn: Turns): Promise<boolean>
  /** A width to be sent; undefined where it has not been made. */
  open(tenantId: string, contentHash: string, width: ImageWidth): Promise<Stored | undefined>
  original(tenantId: string, contentHash: string): Promise<Buffer | undefined>
  /** Removes a picture with all that was made of it. */
  remove(tenantId: string, contentHash: string): Promise<void>
}

/** Where a file of a tenant stands in the store: the one place in which keys are put together. */
export function tenantKey(tenantId: string, ...parts: string[]): string {
  return [tenantId, ...parts].join('/')
}

/** Where a photo's width, or the picture as it was sent, stands in the store. */
export function photoObject(tenantId: string, hash: string, width: ImageWidth | 'original'): string {
  return tenantKey(tenantId, hash.slice(0, 2), hash, width === 'original' ? width : `${width}.jpg`)
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Made last: where it stands, the others do. */
const largest = Math.max(...imageWidths) as ImageWidth

export function openPhotoStore(place: StorePlace): PhotoStore {
  const objects = openObjectStore(place)
  const put = async (tenantId: string, hash: string, made: Made) => {
    for (const [width, jpeg] of made)
      await objects.put(photoObject(tenantId, hash, width), jpeg, 'image/jpeg')
  }
  const original = (tenantId: string, hash: string) =>
    readStored(objects, photoObject(tenantId, hash, 'original'))
  const making = new Map<string, Promise<boolean>>()
  const make = async (tenantId: string, hash: string, turn: Turns) => {
    if (await objects.has(photoObject(tenantId, hash, largest))) return true
    return turn(async () => {
      const bytes = await original(tenantId, hash)
      // Originals that are being copied back are cut off for a while.
      if (!bytes || hashOf(bytes) !== hash) return false
      await put(tenantId, hash, await widthsOf(bytes))
      return true
    })
  }
  return {
    place,
    objects,
    store: async (tenantId, picture) => {
      const bytes = typeof picture === 'string' ? await readFile(picture) : picture
      const hash = hashOf(bytes)
      if (await objects.has(photoObject(tenantId, hash, largest))) return hash
      const made = await widthsOf(bytes)
      await objects.put(photoObject(tenantId, hash, 'original'), bytes, 'application/octet-stream')
      await put(tenantId, hash, made)
      return hash
    },
    // Also where there is one already: it may be cut off.
    keep: (tenantId, hash, file) =>
      objects.put(photoObject(tenantId, hash, 'original'), { file }, 'application/octet-stream'),
    makeWidths: (tenantId, hash, turn) => {
      const key = tenantKey(tenantId, hash)
      const known = making.get(key) ?? make(tenantId, hash, turn).finally(() => making.delete(key))
      making.set(key, known)
      return known
    },
    open: (tenantId, hash, width) => objects.get(photoObject(tenantId, hash, width)),
    original,
    remove: (tenantId, hash) =>
      objects.remove(
        ...([...imageWidths, 'original'] as const).map((width) => photoObject(tenantId, hash, width)),
      ),
  }
}

type Made = [width: ImageWidth, jpeg: Buffer][]

/** The widths of a picture, upright, on white, freed of what a camera wrote; the largest last. */
async function widthsOf(bytes: Buffer): Promise<Made> {
  try {
    // Decoded and turned once, at the largest width; the smaller ones are made from its pixels.
    const { data, info } = await sharp(bytes, { failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(fitting(largest))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const made: Made = []
    for (const imageWidth of imageWidths.toSorted((one, other) => one - other)) {
      const picture = sharp(data, { raw: { width, height, channels } }).resize(fitting(imageWidth))
      made.push([imageWidth, await picture.jpeg({ quality: 82 }).toBuffer()])
    }
    return made
  } catch (error) {
    throw new BrokenPicture((error as Error).message)
  }
}

/** As wide as asked and no taller than half as much again; a small picture is never blown up. */
function fitting(width: number) {
  return { width, height: width * 1.5, fit: 'inside', withoutEnlargement: true } as const
}
