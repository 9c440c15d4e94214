import { create } from 'zustand'
import { isPictureName, maxNamesPerCall, maxPhotoBytes } from '#shared/photos/photoNames.ts'
import type { NameProblem, PhotoProduct } from '#shared/photos/photos.ts'
import { api } from '#web/api.ts'
import { notifyFailure } from '#web/notify.ts'
import { inParts } from '../inParts.ts'

/** The item and colour that a photo belongs to. */
export type Owner = Pick<PhotoProduct, 'itemCode' | 'colorCode'> & Partial<PhotoProduct>

/** Kept in memory only. */
export type DroppedPhoto = {
  id: string
  file: File
  owner: Owner | undefined
  /** The photo's number according to its name; 0 if none. */
  number: number
  /** Why the name does not identify a product. */
  nameProblem: NameProblem | undefined
  candidates: PhotoProduct[]
  /** Hash of the content, if the browser can compute it. */
  hash: string | undefined
  /** The product has a photo of this name, which will be replaced. */
  nameExists: boolean
  /** The photo to replace. */
  replaces: string | undefined
  /** Dropped on a product: sent at once, and removed from the list when done. */
  isDirect: boolean
  state: 'looking' | 'open' | 'waiting' | 'sending' | 'sent' | 'present' | 'failed'
  /** Why the server rejected it. */
  failure: string | undefined
}

type Dropped = { photos: DroppedPhoto[] }
/** Global, so that uploads continue on other pages. */
export const useDropped = create<Dropped>(() => ({ photos: [] }))
/** Sent share from 0 to 1. Separate, because it changes constantly. */
export const useSentShares = create<Record<string, number>>(() => ({}))

let lastId = 0

/** Adds files, to be matched by name or with a given owner. */
export function addDropped(
  files: File[],
  options: Partial<Pick<DroppedPhoto, 'owner' | 'replaces'>> = {},
): DroppedPhoto[] {
  const added = files.map((file): DroppedPhoto => {
    lastId += 1
    return {
      id: String(lastId),
      file,
      owner: options.owner,
      number: 0,
      nameProblem: isPictureName(file.name) ? undefined : 'notPicture',
      candidates: [],
      hash: undefined,
      nameExists: false,
      replaces: options.replaces,
      isDirect: options.owner !== undefined,
      state: options.owner || !isPictureName(file.name) ? 'open' : 'looking',
      failure: undefined,
    }
  })
  useDropped.setState(({ photos }) => ({ photos: [...photos, ...added] }))
  return added
}

/** Ignores removed photos. */
export function updatePhoto(id: string, fields: Partial<DroppedPhoto>): void {
  useDropped.setState(({ photos }) => ({
    photos: photos.map((photo) => (photo.id === id ? { ...photo, ...fields } : photo)),
  }))
}

export function removeDropped(ids: ReadonlySet<string>): void {
  useDropped.setState(({ photos }) => ({ photos: photos.filter(({ id }) => !ids.has(id)) }))
}

export function assign(ids: ReadonlySet<string>, owner: Owner): void {
  useDropped.setState(({ photos }) => ({
    photos: photos.map((photo) =>
      ids.has(photo.id) ? { ...photo, owner, nameExists: false, nameProblem: undefined } : photo,
    ),
  }))
}

export const findPhoto = (id: string) => useDropped.getState().photos.find((photo) => photo.id === id)

/** `unfit` can never be sent, `open` has no product, `double` repeats an earlier photo of the product. */
export type PhotoStatus = 'unfit' | 'double' | 'ready' | DroppedPhoto['state']

export const isTooLarge = ({ file }: DroppedPhoto) => file.size > maxPhotoBytes

export function statusOf(photo: DroppedPhoto, duplicateIds: ReadonlySet<string>): PhotoStatus {
  if (photo.nameProblem === 'notPicture' || isTooLarge(photo) || photo.file.size === 0) return 'unfit'
  if (photo.state !== 'open') return photo.state
  if (!photo.owner) return 'open'
  return duplicateIds.has(photo.id) ? 'double' : 'ready'
}

/** Ids of photos that repeat an earlier one of the same product. */
export function findDuplicates(photos: DroppedPhoto[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const duplicateIds = new Set<string>()
  for (const { id, owner, hash } of photos) {
    if (!owner || !hash) continue
    const key = JSON.stringify([owner.itemCode, owner.colorCode, hash])
    if (seen.has(key)) duplicateIds.add(id)
    seen.add(key)
  }
  return duplicateIds
}

/** Could still be sent. */
export const isUnsent = (photo: DroppedPhoto) =>
  !['sent', 'present'].includes(photo.state) && statusOf(photo, new Set()) !== 'unfit'

/** Matches files to products; sends only their names. */
export async function dropToMatch(files: File[]): Promise<void> {
  const photos = addDropped(files).filter(({ state }) => state === 'looking')
  void hashAll(photos)
  for (const part of inParts(photos, maxNamesPerCall)) await matchBatch(part)
}

async function matchBatch(photos: DroppedPhoto[]): Promise<void> {
  const names = photos.map(({ file }) => file.name.slice(-500))
  try {
    const { data } = await api.post('/api/Shop/MatchPhotoNames', { names })
    for (const [index, photo] of photos.entries()) {
      const { product, number = 0, isThere = false, whyNot, candidates = [] } = data.names[index] ?? {}
      updatePhoto(photo.id, {
        state: 'open',
        owner: product === undefined ? undefined : data.products[product],
        number,
        nameExists: isThere,
        nameProblem: whyNot,
        candidates: candidates.flatMap((productIndex) => data.products[productIndex] ?? []),
      })
    }
  } catch (error) {
    // The user can still choose the products.
    notifyFailure(error)
    for (const { id } of photos) updatePhoto(id, { state: 'open', nameProblem: 'unknown' })
  }
}

/** One by one, because files are large. Needs TLS. */
async function hashAll(photos: DroppedPhoto[]): Promise<void> {
  if (!('subtle' in crypto)) return
  for (const { id, file } of photos) {
    if (!findPhoto(id)) continue
    const digest = await file
      .arrayBuffer()
      .then((bytes) => crypto.subtle.digest('SHA-256', bytes))
      .catch(() => undefined)
    if (!digest) continue
    const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    updatePhoto(id, { hash })
  }
}
