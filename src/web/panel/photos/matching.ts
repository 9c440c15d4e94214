import { maxNamesPerCall } from '#shared/photoNames.ts'
import { api } from '#web/api.ts'
import { notifyFailure } from '#web/notify.ts'
import { change, type DroppedPhoto, find, takeIn } from './dropped.ts'

/** Takes files in and finds out whose photos they are: their names alone go to the server. */
export async function dropToMatch(files: File[]): Promise<void> {
  const photos = takeIn(files).filter(({ state }) => state === 'looking')
  void hashAll(photos)
  for (let start = 0; start < photos.length; start += maxNamesPerCall) {
    await matchSome(photos.slice(start, start + maxNamesPerCall))
  }
}

async function matchSome(photos: DroppedPhoto[]): Promise<void> {
  const names = photos.map(({ file }) => file.name.slice(-500))
  try {
    const { data } = await api.post('/api/Shop/MatchPhotoNames', { names })
    for (const [index, photo] of photos.entries()) {
      const { product, number = 0, isThere = false, whyNot, candidates = [] } = data.names[index] ?? {}
      change(photo.id, {
        state: 'open',
        owner: product === undefined ? undefined : data.products[product],
        number,
        isThere,
        whyNot,
        candidates: candidates.flatMap((place) => data.products[place] ?? []),
      })
    }
  } catch (error) {
    // Whose they are can still be said by hand.
    notifyFailure(error)
    for (const { id } of photos) change(id, { state: 'open', whyNot: 'unknown' })
  }
}

/** Of each photo what tells it from others, one after the other: they are large. A page without TLS cannot. */
async function hashAll(photos: DroppedPhoto[]): Promise<void> {
  if (!('subtle' in crypto)) return
  for (const { id, file } of photos) {
    if (!find(id)) continue
    const digest = await file
      .arrayBuffer()
      .then((bytes) => crypto.subtle.digest('SHA-256', bytes))
      .catch(() => undefined)
    if (!digest) continue
    const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    change(id, { hash })
  }
}
