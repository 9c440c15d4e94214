import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { ImportProblem, messageOf, type Warnings } from '#server/tableFiles/report.ts'
import {
  baseName,
  isPictureName,
  maxPhotosPerProduct,
  productKey,
  readingsOf,
  storedName,
} from '#shared/photos/photoNames.ts'

/** Photos as parallel arrays for `unnest`. */
export type ImageList = {
  itemCodes: string[]
  colorCodes: string[]
  fileNames: string[]
  /** Null if the photo was not found or not readable. */
  hashes: (string | null)[]
  /** Whether other photos of the product are removed. */
  replaces: boolean[]
}

export const noImages = (): ImageList => ({
  itemCodes: [],
  colorCodes: [],
  fileNames: [],
  hashes: [],
  replaces: [],
})

/** Resizes and stores a photo; returns its content hash. */
export type StorePhoto = (path: string, tenantId: string) => Promise<string>

const maxParallelStores = 3

export type PhotoFolder = {
  byName: Map<string, string>
  bySubject: Map<string, { number: number; file: string }[]>
}

/**
 * Lists pictures in a folder and its subfolders, without following links out of it. Of duplicate names the first by
 * path is used, with a warning.
 * @throws ImportProblem
 */
export async function openPhotoFolder(folder: string, warnings: Warnings): Promise<PhotoFolder> {
  const files = await picturesOf(folder)
  const byName = new Map<string, string>()
  const bySubject: PhotoFolder['bySubject'] = new Map()
  for (const file of files.toSorted()) {
    const key = nameKey(path.basename(file))
    if (byName.has(key)) {
      warnings.add('photoAmbiguous', path.basename(file))
      continue
    }
    byName.set(key, file)
    for (const { key: subject, number } of readingsOf(file)) addTo(bySubject, subject, { number, file })
  }
  return { byName, bySubject }
}

async function picturesOf(folder: string): Promise<string[]> {
  try {
    const root = await realpath(folder)
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    // readdir reports links as neither file nor folder.
    return entries
      .filter((entry) => entry.isFile() && isPictureName(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
  } catch (error) {
    throw new ImportProblem('noPhotoFolder', messageOf(error), error)
  }
}

function addTo(map: PhotoFolder['bySubject'], key: string, photo: { number: number; file: string }): void {
  const existing = map.get(key)
  if (existing) existing.push(photo)
  else map.set(key, [photo])
}

function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

type Wanted = { itemCode: string; colorCode: string; replaces: boolean; photos: WantedPhoto[] }
type WantedPhoto = { fileName: string; file: string | undefined }

/**
 * Finds photos by the names given in the file, else by names after the product (see shared/photos/photoNames.ts). Products
 * without any photo found are left out, so they keep theirs.
 */
export function matchPhotos(named: Map<string, string[]>, folder: PhotoFolder, warnings: Warnings): Wanted[] {
  const wanted: Wanted[] = []
  const subjects = new Set([...named.keys()].map((key) => subjectOf(key)))
  for (const [key, names] of named) {
    const [itemCode = '', colorCode = ''] = key.split('\t')
    const files =
      names.length > 0 ? namedFiles(names, folder, warnings) : ownFiles(subjectOf(key), folder, subjects)
    if (files.length > maxPhotosPerProduct)
      warnings.add('tooManyPhotos', colorCode ? `${itemCode} ${colorCode}` : itemCode)
    const photos = withUniqueNames(files.slice(0, maxPhotosPerProduct))
    if (photos.some(({ file }) => file !== undefined))
      wanted.push({ itemCode, colorCode, replaces: names.length > 0, photos })
  }
  return wanted
}

type Found = { name: string; file: string | undefined }

function namedFiles(names: string[], folder: PhotoFolder, warnings: Warnings): Found[] {
  const found = names.map((given) => {
    const name = baseName(withoutQuery(given))
    const file = folder.byName.get(nameKey(name))
    if (file === undefined) warnings.add('photoMissing', given)
    return { name, file }
  })
  const seen = new Set<string>()
  return found.filter(({ name }) => name !== '' && !seen.has(nameKey(name)) && seen.add(nameKey(name)))
}

export function withoutQuery(name: string): string {
  return /^https?:/i.test(name) ? name.replace(/[?#].*$/, '') : name
}

function subjectOf(key: string): string {
  const [itemCode = '', colorCode = ''] = key.split('\t')
  return productKey(itemCode, colorCode)
}

/** Skips photos whose name matches another product better. */
function ownFiles(subject: string, folder: PhotoFolder, subjects: ReadonlySet<string>): Found[] {
  const photos = folder.bySubject.get(subject) ?? []
  return photos
    .filter(({ file }) => readingsOf(file).find(({ key }) => subjects.has(key))?.key === subject)
    .toSorted((one, other) => one.number - other.number || (one.file < other.file ? -1 : 1))
    .map(({ file }) => ({ name: path.basename(file), file }))
}

/** Stored photos are JPEG, so names that differ only in extension get a number. */
function withUniqueNames(files: Found[]): WantedPhoto[] {
  const taken = new Set<string>()
  return files.map(({ name, file }) => {
    const fileName = storedName(name, taken)
    taken.add(fileName.toLowerCase())
    return { fileName, file }
  })
}

/** An unreadable photo counts as not found, with a warning. */
export async function storePhotos(
  wanted: Wanted[],
  store: (file: string) => Promise<string>,
  warnings: Warnings,
  onPhoto: (done: number, total: number) => void,
): Promise<ImageList> {
  const files = [
    ...new Set(wanted.flatMap(({ photos }) => photos.flatMap(({ file }) => (file ? [file] : [])))),
  ]
  const hashes = new Map<string, string>()
  let done = 0
  await pLimit(maxParallelStores).map(files, async (file) => {
    try {
      hashes.set(file, await store(file))
    } catch {
      warnings.add('photoUnreadable', path.basename(file))
    }
    onPhoto((done += 1), files.length)
  })

  const images = noImages()
  for (const { itemCode, colorCode, replaces, photos } of wanted) {
    const stored = photos.map(({ file }) => (file ? (hashes.get(file) ?? null) : null))
    if (stored.every((hash) => hash === null)) continue
    for (const [index, { fileName }] of photos.entries()) {
      images.itemCodes.push(itemCode)
      images.colorCodes.push(colorCode)
      images.fileNames.push(fileName)
      images.hashes.push(stored[index] ?? null)
      images.replaces.push(replaces)
    }
  }
  return images
}
