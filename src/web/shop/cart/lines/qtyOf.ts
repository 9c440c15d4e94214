import type { CartLine } from '../stored/cart.ts'

const qtySums = new WeakMap<CartLine[], Map<string, number>>()

/** Units of an item, or of one of its colours, in the cart. Cached sums: every card of a list asks. */
export function qtyOf(lines: CartLine[], itemCode: string, colorCode?: string): number {
  let sums = qtySums.get(lines)
  if (!sums) {
    sums = new Map()
    for (const line of lines) {
      for (const key of [keyOf(line.itemCode), keyOf(line.itemCode, line.colorCode)])
        sums.set(key, (sums.get(key) ?? 0) + line.qty)
    }
    qtySums.set(lines, sums)
  }
  return sums.get(keyOf(itemCode, colorCode)) ?? 0
}

const keyOf = (itemCode: string, colorCode?: string) => JSON.stringify([itemCode, colorCode])
