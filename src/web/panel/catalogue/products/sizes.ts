const letters = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL', '6XL']

export const sizeSets = ['S-XL', 'S-XXL', 'XS-XXL', '36-42', '36-46', '38-48', '40-45', '2Y-12Y', 'STD']

/** A longer range is something else, e.g. a barcode with a dash. */
const maxRangeSizes = 60

/**
 * Parses sizes such as `S, M, L`, `36-46`, `S–XXL`, `2Y-12Y`. Numbers step by two if both ends are even and
 * clothing sizes (from 32), else by one; `36-41/1` sets the step.
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
  const [first, last] = [letters.indexOf(normalizeLetters(from)), letters.indexOf(normalizeLetters(to))]
  return first < 0 || last < first ? undefined : letters.slice(first, last + 1)
}

/** 2XL equals XXL. */
const normalizeLetters = (size: string) => size.toUpperCase().replace(/^2X(?=[SL]$)/, 'XX')

function numbersBetween(from: string, to: string, requestedStep: number | undefined): string[] | undefined {
  const [, low = '', lowUnit = ''] = /^(\d{1,3})(\D{0,2})$/.exec(from) ?? []
  const [, high = '', unit = ''] = /^(\d{1,3})(\D{0,2})$/.exec(to) ?? []
  const [first, last] = [Number(low), Number(high)]
  if (!low || !high || last < first || (lowUnit && lowUnit !== unit)) return undefined
  const isByTwos = first % 2 === 0 && last % 2 === 0 && (unit !== '' || (first >= 32 && last >= 42))
  const step = requestedStep ?? (isByTwos ? 2 : 1)
  const count = Math.floor((last - first) / step) + 1
  if (count > maxRangeSizes) return undefined
  return Array.from({ length: count }, (_, index) => `${first + index * step}${unit}`)
}

/** One colour per line: code, then name. */
export function readColors(text: string): { colorCode: string; colorDescription: string }[] {
  return text.split('\n').flatMap((line) => {
    const [, colorCode = '', colorDescription = ''] = /^\s*([^\s;,\t]+)[\s;,–-]*(.*?)\s*$/.exec(line) ?? []
    return colorCode ? [{ colorCode, colorDescription }] : []
  })
}
