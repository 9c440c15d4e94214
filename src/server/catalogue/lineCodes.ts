import { foldForSearch } from '#shared/text/text.ts'

/** Between item code, colour and size. */
const separators = /[\s\-./]+/g
/** EAN-8, UPC-A, EAN-13 and GTIN-14. */
const paddedLengths = [8, 12, 13, 14]

/**
 * Other barcodes a typed code may mean: spreadsheets drop leading zeros, scanners add some, digits may be of another
 * script.
 */
export function barcodesLike(code: string): string[] {
  const digits = foldForSearch(code)
  if (!/^\d+$/.test(digits)) return []
  const bare = digits.replace(/^0+/, '')
  const padded = paddedLengths.map((length) => bare.padStart(length, '0'))
  const all = bare === '' ? [digits] : [digits, bare, ...padded]
  return [...new Set(all)].filter((barcode) => barcode !== code)
}

export type Reading = {
  code: string
  barcodes: string[]
  splits: Split[]
  /** From columns of their own; '' if absent. */
  color: string
  size: string
}
type Split = { itemCode: string; rest: string }

/** Enough for a colour and size of a few words. */
const maxSplits = 8

export function readLine(line: {
  code: string
  colorCode?: string | undefined
  size?: string | undefined
}): Reading {
  return {
    code: line.code,
    barcodes: barcodesLike(line.code),
    splits: splitsOf(line.code),
    color: comparable(line.colorCode ?? ''),
    size: comparable(line.size ?? ''),
  }
}

/** Longest item code first. */
function splitsOf(code: string): Split[] {
  const folded = foldForSearch(code)
  const splits = Array.from(folded.matchAll(separators), ({ index, 0: separator }) => ({
    itemCode: folded.slice(0, index),
    rest: comparable(folded.slice(index + separator.length)),
  }))
  return [{ itemCode: folded, rest: '' }, ...splits.slice(-maxSplits).toReversed()].filter(
    ({ itemCode }) => itemCode !== '',
  )
}

/** A half size is written with a comma or a point: 16,5 and 16.5. */
function comparable(text: string): string {
  return foldForSearch(text)
    .replace(/(?<=\d),(?=\d)/g, '.')
    .replace(separators, ' ')
    .trim()
}

export type Item<Variant> = {
  /** Folded. */
  itemCode: string
  colorCode: string
  colorDescription: string
  /** `names`: the size or lot, and what the size is called in other languages. */
  variants: { names: string[]; variant: Variant }[]
}

/** `isNear`: the item exists, but not in that colour and size. */
type Found<Variant> = { found: Variant[]; isNear?: true }

/**
 * Finds what a line may mean: by a size's own code, by the longest item code with a matching colour and size, by the
 * only code that differs in leading zeros, or everything of its item.
 */
export function lineFinder<Variant>(
  items: Item<Variant>[],
  byVariantCode: Map<string, Variant>,
): (line: Reading) => Found<Variant> {
  const compare = memoize(comparable)
  const byCode = Map.groupBy(items, ({ itemCode }) => itemCode)
  const matchesOf = ({ itemCode, rest }: Split, { color, size }: Reading) =>
    (byCode.get(itemCode) ?? []).flatMap(({ colorCode, colorDescription, variants }) => {
      const colors = [compare(colorCode), compare(colorDescription)].filter(Boolean)
      if (color && !colors.includes(color)) return []
      // The code may repeat colour and size from the other columns.
      const rests = restsLeft(rest, colors)
      return variants.flatMap(({ names, variant }) => {
        const own = names.map(compare)
        const isMeant = (!size || own.includes(size)) && ['', ...own].some((name) => rests.includes(name))
        return isMeant ? [variant] : []
      })
    })
  return (line) => {
    const exact = byVariantCode.get(line.code)
    if (exact) return { found: [exact] }
    for (const split of line.splits) {
      const found = matchesOf(split, line)
      if (found.length > 0) return { found }
    }
    const byDigits = line.barcodes.flatMap((barcode) => byVariantCode.get(barcode) ?? [])
    if (byDigits.length === 1) return { found: byDigits }
    const nearest = line.splits.find(({ itemCode }) => byCode.has(itemCode))
    return nearest ? { found: variantsNear(nearest, line), isNear: true } : { found: [] }
  }
  function variantsNear({ itemCode, rest }: Split, { color }: Reading): Variant[] {
    const all = byCode.get(itemCode) ?? []
    const ofColor = all.filter(({ colorCode, colorDescription }) => {
      const colors = [compare(colorCode), compare(colorDescription)].filter(Boolean)
      return colors.includes(color) || restsLeft(rest, colors).length > 1
    })
    return (ofColor.length > 0 ? ofColor : all).flatMap(({ variants }) =>
      variants.map(({ variant }) => variant),
    )
  }
}

/** The rest without a leading colour, too. */
function restsLeft(rest: string, colors: string[]): string[] {
  const behind = colors.flatMap((color) => {
    if (rest === color) return ['']
    return rest.startsWith(`${color} `) ? [rest.slice(color.length + 1)] : []
  })
  return [rest, ...behind]
}

function memoize(work: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>()
  return (text) => {
    const cached = results.get(text)
    if (cached !== undefined) return cached
    const result = work(text)
    results.set(text, result)
    return result
  }
}
