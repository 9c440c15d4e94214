import type { Sharp } from 'sharp'
import { loadSharp } from '#server/images/loadSharp.ts'
import { type ObjectStore, readStored } from '#server/images/objectStore.ts'
import { openObjectStore, type StorePlace } from '#server/images/openObjectStore.ts'

export type PictureSource = { place: StorePlace }

let opened: { place: string; store: ObjectStore } | undefined

/** Cached: documents usually share one store. */
export function picturesAt(place: StorePlace): ObjectStore {
  const key = JSON.stringify(place)
  if (opened?.place !== key) opened = { place: key, store: openObjectStore(place) }
  return opened.store
}

/** Pixels; sharp enough for a thumbnail in print. */
const thumbWidth = 160

/** Undefined if missing or broken. */
export function thumbOf(pictures: ObjectStore, key: string): Promise<Buffer | undefined> {
  return pictured(pictures, key, (picture) =>
    picture.resize({ width: thumbWidth, height: thumbWidth * 1.5, fit: 'inside' }).jpeg({ quality: 70 }),
  )
}

type Wanted = { width: number; height: number; isCropped?: boolean }

/** Size in pixels; undefined if missing or broken. */
export function printedPhoto(
  pictures: ObjectStore,
  key: string,
  { width, height, isCropped = false }: Wanted,
): Promise<Buffer | undefined> {
  const size = { width: Math.round(width), height: Math.round(height) }
  return pictured(pictures, key, (picture) =>
    (isCropped
      ? // Crop at the bottom: heads stay visible.
        picture.resize({ ...size, fit: 'cover', position: 'top' })
      : picture.resize({ ...size, fit: 'inside', withoutEnlargement: true })
    ).jpeg({ quality: 78 }),
  )
}

/** On white; undefined if missing or broken. */
export function printedLogo(pictures: ObjectStore, key: string): Promise<Buffer | undefined> {
  return pictured(pictures, key, (picture) =>
    picture.flatten({ background: '#ffffff' }).jpeg({ quality: 90 }),
  )
}

async function pictured(pictures: ObjectStore, key: string, make: (picture: Sharp) => Sharp) {
  try {
    const bytes = await readStored(pictures, key)
    if (!bytes) return undefined
    const sharp = await loadSharp()
    return await make(sharp(bytes)).toBuffer()
  } catch {
    return undefined
  }
}
