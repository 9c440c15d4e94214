import { foldForSearch } from '#shared/text.ts'
import type { CartLine } from './cart.ts'

/** Ids of the lines of one item, colour by colour. */
export type ItemGroup = { itemCode: string; colors: { colorCode: string; ids: string[] }[] }

/**
 * How lines stand together: by item, then by colour, each in the order first added. Without quantities, so that it
 * stays the same while they are typed.
 */
function groupsOf(lines: CartLine[]): ItemGroup[] {
  const items = new Map<string, Map<string, string[]>>()
  for (const { itemCode, colorCode, productId } of lines) {
    const colors = items.get(itemCode) ?? new Map<string, string[]>()
    items.set(itemCode, colors)
    const ids = colors.get(colorCode)
    if (ids) ids.push(productId)
    else colors.set(colorCode, [productId])
  }
  return [...items].map(([itemCode, colors]) => ({
    itemCode,
    colors: [...colors].map(([colorCode, ids]) => ({ colorCode, ids })),
  }))
}

const structures = new WeakMap<CartLine[], string>()

/** {@link groupsOf} as a text, which can be compared; made once for the same lines. */
export function structureOf(lines: CartLine[]): string {
  let structure = structures.get(lines)
  if (structure === undefined) {
    structure = JSON.stringify(groupsOf(lines))
    structures.set(lines, structure)
  }
  return structure
}

const indexes = new WeakMap<CartLine[], Map<string, CartLine>>()

/** One of many lines, found without looking through them. */
export function lineOfId(lines: CartLine[], productId: string): CartLine | undefined {
  let index = indexes.get(lines)
  if (!index) {
    index = new Map(lines.map((line) => [line.productId, line]))
    indexes.set(lines, index)
  }
  return index.get(productId)
}

const foldedTexts = new WeakMap<CartLine, string>()

/** Whether every word occurs in a line's codes and names. */
export function isFound(line: CartLine, words: readonly string[]): boolean {
  let text = foldedTexts.get(line)
  if (text === undefined) {
    const { itemCode, itemDescription, colorCode, colorDescription, brandName, itemDim1Code, lotCode } = line
    text = foldForSearch(
      [itemCode, itemDescription, colorCode, colorDescription, brandName, itemDim1Code, lotCode].join(' '),
    )
    foldedTexts.set(line, text)
  }
  return words.every((word) => text.includes(word))
}

/** The words of a search in the cart, folded. */
export function wordsOf(text: string): string[] {
  return foldForSearch(text).split(/\s+/).filter(Boolean)
}
