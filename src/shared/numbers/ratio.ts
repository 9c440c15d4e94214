import { latinDigits } from '#shared/text/text.ts'

/** As the trade writes it, 1-2-2-1 × 10: the pieces of each size, in the sizes’ order, so many times. */
export type Ratio = { parts: number[]; times: number }

/** Quantities that can be ordered of a size: 0 or at least `minimum`, at most `maxQuantity`, a multiple of `multiple`. */
export type RatioSize = { id: string; minimum: number; multiple: number; maxQuantity: number }

export type RatioQuantity = {
  id: string
  wanted: number
  /** Never more than wanted. */
  quantity: number
  /** Why it is less than wanted: the first limit, in this order, that forbids what is wanted. */
  cutBy?: 'maxQuantity' | 'minimum' | 'multiple'
}

// x is a different letter on a Russian keyboard.
const written =
  /^(\d{1,4}(?:(?:\s*-\s*\d{1,4})+|(?:\s*\/\s*\d{1,4})+|(?:\s+\d{1,4})+))(?:\s*[x\u0445×*]\s*(\d{1,4}))?$/i

/** Reads 1-2-2-1 × 10, 1/2/2/1x10 or 1 2 2 1, which is once. Undefined for anything else, and for no pieces at all. */
export function readRatio(text: string): Ratio | undefined {
  // Direction marks copied from Arabic text.
  const plain = latinDigits(text).replace(/[\u200e\u200f\u061c]/g, '')
  const [, list = '', count = '1'] = written.exec(plain.trim()) ?? []
  const parts = list.split(/[\s/-]+/).map(Number)
  const times = Number(count)
  return times > 0 && parts.some((part) => part > 0) ? { parts, times } : undefined
}

/** Undefined if the ratio has another number of parts than there are sizes. */
export function ratioQuantities(
  { parts, times }: Ratio,
  sizes: readonly RatioSize[],
): RatioQuantity[] | undefined {
  if (parts.length !== sizes.length) return undefined
  return sizes.map(({ id, minimum, multiple, maxQuantity }, index) => {
    const wanted = (parts[index] ?? 0) * times
    const possible = Math.floor(Math.max(0, Math.min(wanted, maxQuantity)) / multiple) * multiple
    const quantity = possible < minimum ? 0 : possible
    if (quantity === wanted) return { id, wanted, quantity }
    if (wanted > maxQuantity) return { id, wanted, quantity, cutBy: 'maxQuantity' }
    return { id, wanted, quantity, cutBy: quantity < possible ? 'minimum' : 'multiple' }
  })
}
