import { foldForSearch } from '#shared/text/text.ts'

/** Per item and colour. */
export const maxPhotosPerProduct = 10
/** AVIF needs far more memory per pixel. */
export const maxPhotoBytes = 10 * 1024 * 1024
export const maxPhotoPixels = { usual: 50_000_000, avif: 25_000_000 }

export const maxNamesPerCall = 500

const pictureExtension = /\.(jpe?g|png|webp|avif)$/i
// ASCII other than letters and digits, and dashes.
// oxlint-disable-next-line no-control-regex -- a code may not have them, a file name may
const separators = /[\u0001-\u002f\u003a-\u0060\u007b-\u00a0\u2010-\u2015\u2212]+/g

export function isPictureName(name: string): boolean {
  return pictureExtension.test(name)
}

/** Without folders, in NFC. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).normalize('NFC')
}

/** Without extension. */
export function stemOf(name: string): string {
  return baseName(name).replace(pictureExtension, '').trim()
}

/**
 * Normalizes a code for comparison with file names: ignores case, accents and Turkish i/ı; separators become one
 * underscore: `ELBİSE 101 (Kırmızı)` gives `elbise_101_kirmizi`. products.photo_key is folded the same way; a test
 * compares both.
 */
export function photoKey(text: string): string {
  return foldForSearch(text)
    .replace(separators, '_')
    .replace(/^_+|_+$/g, '')
}

export function productKey(itemCode: string, colorCode: string): string {
  return [photoKey(itemCode), photoKey(colorCode)].filter(Boolean).join('_')
}

/** Product key, and the photo's number; 0: only or first one. */
export type Reading = { key: string; number: number }

/**
 * Likeliest first: the whole name, or without its number, as in `A1_red_2.jpg`, `A1-red (2).jpg`, or both, like a
 * browser's second copy: `A1_red_2 (1).jpg`.
 */
export function readingsOf(name: string): Reading[] {
  const wholeKey = photoKey(stemOf(name))
  if (!wholeKey) return []
  const once = withoutNumber(wholeKey)
  const twice = once && withoutNumber(once.key)
  return [{ key: wholeKey, number: 0 }, ...(once ? [once] : []), ...(twice ? [twice] : [])]
}

function withoutNumber(key: string): Reading | undefined {
  const [, rest, number] = /^(.+)_(\d{1,4})$/.exec(key) ?? []
  return rest ? { key: rest, number: Number(number) } : undefined
}

/** Served as JPEG. Duplicate names get numbers. */
export function storedName(name: string, taken: ReadonlySet<string>): string {
  const stem = Array.from(baseName(name).replace(/\.[^.]*$/, ''))
    .slice(0, 190)
    .join('')
  let fileName = `${stem || 'photo'}.jpg`
  for (let number = 2; taken.has(fileName.toLowerCase()); number += 1) fileName = `${stem}-${number}.jpg`
  return fileName
}

/**
 * Before the first photo of the same name with a larger number, else last: a dropped series is sorted, whatever its
 * upload order.
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
