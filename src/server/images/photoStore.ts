import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type ImageWidth, imageWidths } from '#shared/photos/images.ts'
import { loadSharp } from './loadSharp.ts'
import { type ObjectStore, readStored, type Stored } from './objectStore.ts'
import { openObjectStore, type StorePlace } from './openObjectStore.ts'
import type { Turns } from './turns.ts'

export class BrokenPicture extends Error {
  override name = 'BrokenPicture'
}

/** By tenant and content hash, with the widths shown. A picture is given as its bytes, or as the path of its file. */
export type PhotoStore = {
  place: StorePlace
  objects: ObjectStore
  /** Stores a picture and its widths. Returns its hash. Throws on a broken picture. */
  store(tenantId: string, picture: string | Buffer): Promise<string>
  /** Stores the original only. */
  keep(tenantId: string, contentHash: string, picture: string | Buffer): Promise<void>
  /**
   * Creates missing widths, in turn. False without a complete original.
   * @throws BrokenPicture
   */
  makeWidths(tenantId: string, contentHash: string, turn: Turns): Promise<boolean>
  /** Undefined if not created yet. */
  open(tenantId: string, contentHash: string, width: ImageWidth): Promise<Stored | undefined>
  original(tenantId: string, contentHash: string): Promise<Buffer | undefined>
  /** Original and widths. */
  remove(tenantId: string, contentHash: string): Promise<void>
}

/** The only place that builds keys. Whatever a row says, a key leads to no other tenant. */
export function tenantKey(tenantId: string, ...parts: string[]): string {
  const strange = parts.find((part) => !/^(?!\.{1,2}$)[^/\\\0]+$/.test(part))
  if (strange !== undefined) throw new Error(`No name of a stored file: ${strange}`)
  return [tenantId, ...parts].join('/')
}

export function photoObject(tenantId: string, hash: string, width: ImageWidth | 'original'): string {
  return tenantKey(tenantId, hash.slice(0, 2), hash, width === 'original' ? width : `${width}.jpg`)
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Written last: if it exists, the others do too. */
const largestWidth = Math.max(...imageWidths) as ImageWidth

export function openPhotoStore(place: StorePlace): PhotoStore {
  const objects = openObjectStore(place)
  const put = async (tenantId: string, hash: string, pictures: Pictures) => {
    for (const [width, jpeg] of pictures)
      await objects.put(photoObject(tenantId, hash, width), jpeg, 'image/jpeg')
  }
  const original = (tenantId: string, hash: string) =>
    readStored(objects, photoObject(tenantId, hash, 'original'))
  const running = new Map<string, Promise<boolean>>()
  const make = async (tenantId: string, hash: string, turn: Turns) => {
    if (await objects.has(photoObject(tenantId, hash, largestWidth))) return true
    return turn(async () => {
      const bytes = await original(tenantId, hash)
      // Originals being copied back may be truncated.
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
      if (await objects.has(photoObject(tenantId, hash, largestWidth))) return hash
      const pictures = await widthsOf(bytes)
      await objects.put(photoObject(tenantId, hash, 'original'), bytes, 'application/octet-stream')
      await put(tenantId, hash, pictures)
      return hash
    },
    // Also overwrites: the existing one may be truncated.
    keep: (tenantId, hash, picture) =>
      objects.put(
        photoObject(tenantId, hash, 'original'),
        typeof picture === 'string' ? { file: picture } : picture,
        'application/octet-stream',
      ),
    makeWidths: (tenantId, hash, turn) => {
      const key = tenantKey(tenantId, hash)
      const promise = running.get(key) ?? make(tenantId, hash, turn).finally(() => running.delete(key))
      running.set(key, promise)
      return promise
    },
    open: (tenantId, hash, width) => objects.get(photoObject(tenantId, hash, width)),
    original,
    remove: (tenantId, hash) =>
      objects.remove(
        ...([...imageWidths, 'original'] as const).map((width) => photoObject(tenantId, hash, width)),
      ),
  }
}

type Pictures = [width: ImageWidth, jpeg: Buffer][]

/** Upright, on white, without metadata; the largest last. */
async function widthsOf(bytes: Buffer): Promise<Pictures> {
  const sharp = await loadSharp()
  try {
    // Decoded once; smaller widths are made from the largest.
    const { data, info } = await sharp(bytes, { failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(fitting(largestWidth))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const pictures: Pictures = []
    for (const imageWidth of imageWidths.toSorted((one, other) => one - other)) {
      const picture = sharp(data, { raw: { width, height, channels } }).resize(fitting(imageWidth))
      pictures.push([imageWidth, await picture.jpeg({ quality: 82 }).toBuffer()])
    }
    return pictures
  } catch (error) {
    throw new BrokenPicture((error as Error).message)
  }
}

/** At most 1.5 times as tall as wide; never enlarged. */
function fitting(width: number) {
  return { width, height: width * 1.5, fit: 'inside', withoutEnlargement: true } as const
}
