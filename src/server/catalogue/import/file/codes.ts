import { createHash } from 'node:crypto'

/** The size of an item that has no sizes. */
export const onlySize = 'STD'

/** Shortens a text to a prefix and a hash of the whole, so it stays stable and unique. */
export function shorten(text: string, maxLength: number): string {
  const characters = Array.from(text)
  if (characters.length <= maxLength) return text
  const suffix = hashOf(text, maxLength > 20 ? 5 : 4)
  const start = characters.slice(0, maxLength - suffix.length - 1).join('')
  return `${start.replace(/[-\s]+$/, '')}-${suffix}`
}

function hashOf(text: string, length: number): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return Number.parseInt(hash.slice(0, 12), 16).toString(36).slice(-length)
}

/** A colour code: lower case words joined by hyphens, Latin letters without accents. */
export function slug(text: string): string {
  const plain = text
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
  const words = plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return words || hashOf(text, 4)
}
