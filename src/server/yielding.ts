import { setImmediate } from 'node:timers/promises'

/** Other calls wait no longer for work on a large file. */
const sliceMs = 5
/** The clock is read once for so many items. */
const itemsPerLook = 16

/** Runs `each` for all items, and lets other calls have their turn every few milliseconds. */
export async function eachYielding<Item>(items: Iterable<Item>, each: (item: Item) => void): Promise<void> {
  let sliceEndsAt = performance.now() + sliceMs
  let count = 0
  for (const item of items) {
    each(item)
    count += 1
    if (count % itemsPerLook > 0 || performance.now() < sliceEndsAt) continue
    await setImmediate()
    sliceEndsAt = performance.now() + sliceMs
  }
}

/** As `Map.groupBy`. */
export async function groupYielding<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Promise<Map<Key, Item[]>> {
  const groups = new Map<Key, Item[]>()
  await eachYielding(items, (item) => {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  })
  return groups
}

/** As `JSON.stringify` of a list. */
export async function jsonYielding(items: Iterable<object>): Promise<string> {
  const texts: string[] = []
  await eachYielding(items, (item) => texts.push(JSON.stringify(item)))
  return `[${texts.join()}]`
}
