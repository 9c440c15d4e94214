const letters = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL', '6XL']

/** Ranges of sizes as the trade has them, to begin with one press. */
export const sizeSets = ['S-XL', 'S-XXL', 'XS-XXL', '36-42', '36-46', '38-48', '40-45', '2Y-12Y', 'STD']

/** More than this no range means: a barcode with a dash in it is no range. */
const mostOfRange = 60

/**
 * Sizes as people write them: `S, M, L`, `36-46`, `S–XXL`, `2Y-12Y`, between commas, semicolons or spaces. Garment
 * sizes of numbers go by twos where both ends are even and from 32 up, shoes and the rest by ones; `36-41/1` says it.
 */
export function readSizes(text: string): string[] {
  const parts = text
    .replace(/\s*[–—-]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter(Boolean)
  return [...new Set(parts.flatMap(readPart))]
}

function readPart(part: string): string[] {
  const [, from = '', to = '', step] = /^([^-]+)-([^-/]+)(?:\/(\d))?$/.exec(part) ?? []
  if (!from) return [part]
  return lettersBetween(from, to) ?? numbersBetween(from, to, Number(step) || undefined) ?? [part]
}

function lettersBetween(from: string, to: string): string[] | undefined {
  const [first, last] = [letters.indexOf(nameOf(from)), letters.indexOf(nameOf(to))]
  return first < 0 || last < first ? undefined : letters.slice(first, last + 1)
}

/** 2XL and XXL are one. */
const nameOf = (size: string) => size.toUpperCase().replace(/^2X(?=[SL]$)/, 'XX')

function numbersBetween(from: string, to: string, asked: number | undefined): string[] | undefined {
  const [, low = '', lowUnit = ''] = /^(\d{1,3})(\D{0,2})$/.exec(from) ?? []
  const [, high = '', unit = ''] = /^(\d{1,3})(\D{0,2})$/.exec(to) ?? []
  const [first, last] = [Number(low), Number(high)]
  if (!low || !high || last < first || (lowUnit && lowUnit !== unit)) return undefined
  const isByTwos = first % 2 === 0 && last % 2 === 0 && (unit !== '' || (first >= 32 && last >= 42))
  const step = asked ?? (isByTwos ? 2 : 1)
  const count = Math.floor((last - first) / step) + 1
  if (count > mostOfRange) return undefined
  return Array.from({ length: count }, (_, index) => `${first + index * step}${unit}`)
}

/** Colours as a list of lines: a code, then its name. */
export function readColors(text: string): { colorCode: string; colorDescription: string }[] {
  return text.split('\n').flatMap((line) => {
    const [, colorCode = '', colorDescription = ''] = /^\s*([^\s;,\t]+)[\s;,–-]*(.*?)\s*$/.exec(line) ?? []
    return colorCode ? [{ colorCode, colorDescription }] : []
  })
}
