import { maxNamesPerCall } from '#shared/photoNames.ts'
import { api } from '#web/api.ts'
import { notifyFailure } from '#web/notify.ts'
import { addDropped, type DroppedPhoto, findPhoto, updatePhoto } from './dropped.ts'

/** Matches files to products; sends only their names. */
export async function dropToMatch(files: File[]): Promise<void> {
  const photos = addDropped(files).filter(({ state }) => state === 'looking')
  void hashAll(photos)
  for (let start = 0; start < photos.length; start += maxNamesPerCall) {
    await matchBatch(photos.slice(start, start + maxNamesPerCall))
  }
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
