import { foldForSearch } from './text.ts'

/** As many photos as an item may have in one colour. */
export const mostPhotos = 10
/** The largest file, in bytes, and the most pixels a photo may have; AVIF needs far more memory for each. */
export const maxPhotoBytes = 10 * 1024 * 1024
export const maxPhotoPixels = { usual: 50_000_000, avif: 25_000_000 }

/** As many names as one call may ask about. */
export const mostNames = 500

const pictureExtension = /\.(jpe?g|png|webp|avif)$/i
// Whatever of ASCII is neither letter nor digit, and dashes.
// oxlint-disable-next-line no-control-regex -- a code may not have them, a file name may
const separators = /[\u0001-\u002f\u003a-\u0060\u007b-\u00a0\u2010-\u2015\u2212]+/g

/** Whether a file is called like a picture that can be a photo. */
export function isPictureName(name: string): boolean {
  return pictureExtension.test(name)
}

/** A file's name without the folders before it, in one Unicode form. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).normalize('NFC')
}

/** A file's name without what the format adds to it. */
export function stemOf(name: string): string {
  return baseName(name).replace(pictureExtension, '').trim()
}

/**
 * A code as file names are compared with it: case, accents, Turkish i and ı do not matter, and whatever parts words is
 * one underscore, so that `ELBİSE 101 (Kırmızı)` is `elbise_101_kirmizi`. The column photo_key of products is folded
 * alike; a test holds the two against each other.
 */
export function photoKey(text: string): string {
  return foldForSearch(text)
    .replace(separators, '_')
    .replace(/^_+|_+$/g, '')
}

/** What photos of a product are called after: its item and colour. */
export function productKey(itemCode: string, colorCode: string): string {
  return [photoKey(itemCode), photoKey(colorCode)].filter(Boolean).join('_')
}

/** What a name may mean: whose photo it is, and which of several. 0 is the only one, or the first. */
export type Reading = { key: string; number: number }

/**
 * What a file's name may mean, likeliest first: as a whole, or with the number at its end left out, as
 * `A1_red_2.jpg`, `A1-red (2).jpg`, or both, as a browser calls a second copy: `A1_red_2 (1).jpg`.
 */
export function readingsOf(name: string): Reading[] {
  const whole = photoKey(stemOf(name))
  if (!whole) return []
  const once = withoutNumber(whole)
  const twice = once && withoutNumber(once.key)
  return [{ key: whole, number: 0 }, ...(once ? [once] : []), ...(twice ? [twice] : [])]
}

function withoutNumber(key: string): Reading | undefined {
  const [, rest, number] = /^(.+)_(\d{1,4})$/.exec(key) ?? []
  return rest ? { key: rest, number: Number(number) } : undefined
}

/** The name a photo is kept under: every one is served as JPEG. Two of a product that come to one name get numbers. */
export function keptName(name: string, taken: ReadonlySet<string>): string {
  const stem = Array.from(baseName(name).replace(/\.[^.]*$/, ''))
    .slice(0, 190)
    .join('')
  let fileName = `${stem || 'photo'}.jpg`
  for (let number = 2; taken.has(fileName.toLowerCase()); number += 1) fileName = `${stem}-${number}.jpg`
  return fileName
}

/**
 * Where a new photo comes among those that are there: before the first that is called alike and has a larger number,
 * else last. So a dropped series is in order, in whatever order its files arrive.
 */
export function placeOf(name: string, present: readonly string[]): number {
  const others = present.map(readingsOf)
  const places = readingsOf(name)
    .slice(1)
    .map((mine) =>
      others.findIndex((other) => other.some(({ key, number }) => key === mine.key && number > mine.number)),
    )
  return places.find((place) => place !== -1) ?? present.length
}
