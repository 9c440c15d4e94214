import sharp, { type Sharp } from 'sharp'
import { type ObjectStore, readStored } from '#server/images/objectStore.ts'
import { openObjectStore, type StorePlace } from '#server/images/openObjectStore.ts'

/** Where the pictures of a document lie. */
export type PictureSource = { place: StorePlace }

let opened: { place: string; store: ObjectStore } | undefined

/** The store at a place, opened once for all documents that have their pictures there. */
export function picturesAt(place: StorePlace): ObjectStore {
  const key = JSON.stringify(place)
  if (opened?.place !== key) opened = { place: key, store: openObjectStore(place) }
  return opened.store
}

/** As sharp as paper shows a thumb of a photo. */
const thumbWidth = 160

/** A product's photo, small; undefined where it is missing or broken. */
export function thumbOf(pictures: ObjectStore, key: string): Promise<Buffer | undefined> {
  return pictured(pictures, key, (picture) =>
    picture.resize({ width: thumbWidth, height: thumbWidth * 1.5, fit: 'inside' }).jpeg({ quality: 70 }),
  )
}

type Wanted = { width: number; height: number; isCropped?: boolean }

/** A product's photo as large as a catalogue shows it, in pixels; undefined where it is missing or broken. */
export function printedPhoto(
  pictures: ObjectStore,
  key: string,
  { width, height, isCropped = false }: Wanted,
): Promise<Buffer | undefined> {
  const size = { width: Math.round(width), height: Math.round(height) }
  return pictured(pictures, key, (picture) =>
    (isCropped
      ? // What is worn is looked at from above: the head stays.
        picture.resize({ ...size, fit: 'cover', position: 'top' })
      : picture.resize({ ...size, fit: 'inside', withoutEnlargement: true })
    ).jpeg({ quality: 78 }),
  )
}

/** A logo on white; undefined where it is missing or broken. */
export function printedLogo(pictures: ObjectStore, key: string): Promise<Buffer | undefined> {
  return pictured(pictures, key, (picture) =>
    picture.flatten({ background: '#ffffff' }).jpeg({ quality: 90 }),
  )
}

async function pictured(pictures: ObjectStore, key: string, make: (picture: Sharp) => Sharp) {
  try {
    const bytes = await readStored(pictures, key)
    return bytes && (await make(sharp(bytes)).toBuffer())
  } catch {
    return undefined
  }
}
