import type { CartLine } from '../stored/cart.ts'

const qtySums = new WeakMap<CartLine[], Map<string, number>>()

/** Cached sums: every card of a list asks. */
export function qtyOfColor(lines: CartLine[], itemCode: string, colorCode: string): number {
  let sums = qtySums.get(lines)
  if (!sums) {
    sums = new Map()
    for (const line of lines) {
      const color = keyOf(line.itemCode, line.colorCode)
      sums.set(color, (sums.get(color) ?? 0) + line.qty)
    }
    qtySums.set(lines, sums)
  }
  return sums.get(keyOf(itemCode, colorCode)) ?? 0
}

const keyOf = (itemCode: string, colorCode: string) => JSON.stringify([itemCode, colorCode])
