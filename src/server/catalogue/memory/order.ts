/** Compares by code points, as `collate "C"` does with UTF-8. */
export function compareCodes(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (a !== b) return aboveSurrogates(a) - aboveSurrogates(b)
  }
  return one.length - other.length
}

/** Surrogates stand for higher code points than all other units. */
const aboveSurrogates = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x10_000 : unit)

/** Replaces items of a sorted list: `isGone` ones leave, `added` ones are sorted in. */
export function resorted<Item>(
  sorted: Item[],
  isGone: (item: Item) => boolean,
  added: Item[],
  compare: (one: Item, other: Item) => number,
): Item[] {
  const kept = sorted.filter((item) => !isGone(item))
  if (added.length === 0) return kept
  const result: Item[] = []
  let from = 0
  for (const item of added.toSorted(compare)) {
    let [low, high] = [from, kept.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (compare(kept[middle] as Item, item) <= 0) low = middle + 1
      else high = middle
    }
    for (; from < low; from += 1) result.push(kept[from] as Item)
    result.push(item)
  }
  for (; from < kept.length; from += 1) result.push(kept[from] as Item)
  return result
}
