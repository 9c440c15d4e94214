import { create } from 'zustand'
import { isPictureName, maxPhotoBytes } from '#shared/photoNames.ts'
import type { NameProblem, PhotoProduct } from '#shared/photos.ts'

/** Whose photo it is: an item in a colour. */
export type Owner = Pick<PhotoProduct, 'itemCode' | 'colorCode'> & Partial<PhotoProduct>

/** A file that somebody has dropped, for as long as this page lives. */
export type DroppedPhoto = {
  id: string
  file: File
  owner: Owner | undefined
  /** Which of its product's photos the name says it is; 0 where it says none. */
  number: number
  /** Why the name alone does not say whose it is. */
  whyNot: NameProblem | undefined
  candidates: PhotoProduct[]
  /** Of the content, where the browser can tell. */
  hash: string | undefined
  /** Its product has a photo of this name, which makes way for it. */
  isThere: boolean
  /** The photo whose place it takes. */
  replaces: string | undefined
  /** Dropped where its product is being worked on: it goes without being asked for, and out of the list once sent. */
  isDirect: boolean
  state: 'looking' | 'open' | 'waiting' | 'sending' | 'sent' | 'present' | 'failed'
  /** Why the server has not taken it. */
  failure: string | undefined
}

type Dropped = { photos: DroppedPhoto[] }
/** All that was dropped, in the order in which it was. It outlives the page that shows it. */
export const useDropped = create<Dropped>(() => ({ photos: [] }))
/** How much of each photo has been sent, from 0 to 1; apart from the rest, since it changes all the time. */
export const useShares = create<Record<string, number>>(() => ({}))

let lastId = 0

/** Takes files in: to be matched by their names, or with whose they are. Answers them. */
export function takeIn(
  files: File[],
  given: Partial<Pick<DroppedPhoto, 'owner' | 'replaces'>> = {},
): DroppedPhoto[] {
  const taken = files.map((file): DroppedPhoto => {
    lastId += 1
    return {
      id: String(lastId),
      file,
      owner: given.owner,
      number: 0,
      whyNot: isPictureName(file.name) ? undefined : 'notPicture',
      candidates: [],
      hash: undefined,
      isThere: false,
      replaces: given.replaces,
      isDirect: given.owner !== undefined,
      state: given.owner || !isPictureName(file.name) ? 'open' : 'looking',
      failure: undefined,
    }
  })
  useDropped.setState(({ photos }) => ({ photos: [...photos, ...taken] }))
  return taken
}

/** Changes one photo; nothing where it is not there any more. */
export function change(id: string, fields: Partial<DroppedPhoto>): void {
  useDropped.setState(({ photos }) => ({
    photos: photos.map((photo) => (photo.id === id ? { ...photo, ...fields } : photo)),
  }))
}

export function drop(ids: ReadonlySet<string>): void {
  useDropped.setState(({ photos }) => ({ photos: photos.filter(({ id }) => !ids.has(id)) }))
}

/** Says whose photos these are. */
export function assign(ids: ReadonlySet<string>, owner: Owner): void {
  useDropped.setState(({ photos }) => ({
    photos: photos.map((photo) =>
      ids.has(photo.id) ? { ...photo, owner, isThere: false, whyNot: undefined } : photo,
    ),
  }))
}

export const find = (id: string) => useDropped.getState().photos.find((photo) => photo.id === id)

/**
 * How a photo stands: `unfit` can never be sent, `open` has nobody it belongs to, `double` is the same picture as one
 * before it of the same product, `ready` can go.
 */
export type Stand = 'unfit' | 'double' | 'ready' | DroppedPhoto['state']

export const isTooLarge = ({ file }: DroppedPhoto) => file.size > maxPhotoBytes

export function standOf(photo: DroppedPhoto, doubles: ReadonlySet<string>): Stand {
  if (photo.whyNot === 'notPicture' || isTooLarge(photo) || photo.file.size === 0) return 'unfit'
  if (photo.state !== 'open') return photo.state
  if (!photo.owner) return 'open'
  return doubles.has(photo.id) ? 'double' : 'ready'
}

/** Those that are the same picture as one before them of the same product. */
export function doublesAmong(photos: DroppedPhoto[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const doubles = new Set<string>()
  for (const { id, owner, hash } of photos) {
    if (!owner || !hash) continue
    const key = JSON.stringify([owner.itemCode, owner.colorCode, hash])
    if (seen.has(key)) doubles.add(id)
    seen.add(key)
  }
  return doubles
}

/** Not with the server yet, though they could be. */
export const isUnsent = (photo: DroppedPhoto) =>
  !['sent', 'present'].includes(photo.state) && standOf(photo, new Set()) !== 'unfit'
