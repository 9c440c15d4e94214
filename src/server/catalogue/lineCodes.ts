import { foldForSearch } from '#shared/text.ts'

/** What stands between an item's code and its colour and size, where people type them as one. */
const separators = /[\s\-./]+/g
/** Lengths of the barcodes that begin with zeros: EAN-8, UPC-A, EAN-13 and GTIN-14. */
const paddedLengths = [8, 12, 13, 14]

/**
 * The barcodes that a typed code may stand for where it is none itself: spreadsheets take zeros away from the
 * beginning, scanners put some there, and digits may be typed in another script.
 */
export function barcodesLike(code: string): string[] {
  const digits = foldForSearch(code)
  if (!/^\d+$/.test(digits)) return []
  const bare = digits.replace(/^0+/, '')
  const padded = paddedLengths.map((length) => bare.padStart(length, '0'))
  const all = bare === '' ? [digits] : [digits, bare, ...padded]
  return [...new Set(all)].filter((barcode) => barcode !== code)
}

/** A typed line with all that it may mean. */
export type Reading = {
  code: string
  barcodes: string[]
  splits: Split[]
  /** Colour and size said apart from the code, comparable; '' where nothing was. */
  color: string
  size: string
}
/** An item code that a typed code may begin with, folded, and what stands behind it, comparable. */
type Split = { itemCode: string; rest: string }

/** A colour and a size of a few words each may stand behind an item code; a longer tail is none of ours. */
const mostSplits = 8

/** Reads a line before anything is known of the shop. */
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

/** Every way to take a typed code apart into an item code and the rest, the longest item code first. */
function splitsOf(code: string): Split[] {
  const folded = foldForSearch(code)
  const splits = Array.from(folded.matchAll(separators), ({ index, 0: separator }) => ({
    itemCode: folded.slice(0, index),
    rest: comparable(folded.slice(index + separator.length)),
  }))
  return [{ itemCode: folded, rest: '' }, ...splits.slice(-mostSplits).toReversed()].filter(
    ({ itemCode }) => itemCode !== '',
  )
}

/** A colour or size as it is compared: folded, whatever stands between its parts. */
function comparable(text: string): string {
  return foldForSearch(text).replace(separators, ' ').trim()
}

/** A product with its sizes and lots, which a typed line may mean. */
export type Item<Variant> = {
  /** Folded. */
  itemCode: string
  colorCode: string
  colorDescription: string
  variants: { name: string; variant: Variant }[]
}

/** `isNear` where the item is known, but not in the colour and size that are said: then these are all that it has. */
type Meant<Variant> = { found: Variant[]; isNear?: true }

/**
 * Finds the sizes and lots that a line may mean: by its barcode, else by the longest item code with such a colour and
 * size, else by the one barcode that differs in zeros, else those of the item whose code it begins with.
 */
export function lineFinder<Variant>(
  items: Item<Variant>[],
  byBarcode: Map<string, Variant>,
): (line: Reading) => Meant<Variant> {
  const compare = remembering(comparable)
  const byCode = Map.groupBy(items, ({ itemCode }) => itemCode)
  const answers = ({ itemCode, rest }: Split, { color, size }: Reading) =>
    (byCode.get(itemCode) ?? []).flatMap(({ colorCode, colorDescription, variants }) => {
      const colors = [compare(colorCode), compare(colorDescription)].filter(Boolean)
      if (color && !colors.includes(color)) return []
      // A code may say its colour and size although columns of their own say them too.
      const rests = restsLeft(rest, colors)
      return variants.flatMap(({ name, variant }) => {
        const own = compare(name)
        return (!size || own === size) && (rests.includes('') || rests.includes(own)) ? [variant] : []
      })
    })
  return (line) => {
    const exact = byBarcode.get(line.code)
    if (exact) return { found: [exact] }
    for (const split of line.splits) {
      const found = answers(split, line)
      if (found.length > 0) return { found }
    }
    const alike = line.barcodes.flatMap((barcode) => byBarcode.get(barcode) ?? [])
    if (alike.length === 1) return { found: alike }
    const near = line.splits.find(({ itemCode }) => byCode.has(itemCode))
    return near ? { found: variantsNear(near, line), isNear: true } : { found: [] }
  }
  /** Those of the colour that is said, where the item has it. */
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

/** What may still stand for a size when a rest may begin with one of the colours: '' where nothing is left. */
function restsLeft(rest: string, colors: string[]): string[] {
  const behind = colors.flatMap((color) => {
    if (rest === color) return ['']
    return rest.startsWith(`${color} `) ? [rest.slice(color.length + 1)] : []
  })
  return [rest, ...behind]
}

function remembering(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const result = work(text)
    known.set(text, result)
    return result
  }
}
