/**
 * Which products a word occurs in. A word has no spaces, so it lies within one of the texts' own words: these are gone
 * through, not the texts.
 */
export type WordIndex = {
  add(slot: number, text: string): void
  remove(slot: number, text: string): void
  /** Marks the products whose text contains `word`, by `bit` at their slot. */
  mark(word: string, marks: Uint32Array, bit: number): void
}

export function wordIndex(): WordIndex {
  const slotsOf = new Map<string, number[]>()
  /** All words, each between line ends. */
  let all: string | undefined
  const wordsOf = (text: string) => new Set(text.split(/\s+/).filter(Boolean))
  return {
    add: (slot, text) => {
      for (const word of wordsOf(text)) {
        const slots = slotsOf.get(word)
        if (slots) slots.push(slot)
        else {
          slotsOf.set(word, [slot])
          all = undefined
        }
      }
    },
    remove: (slot, text) => {
      for (const word of wordsOf(text)) {
        const slots = slotsOf.get(word)
        const at = slots?.indexOf(slot) ?? -1
        if (!slots || at < 0) continue
        slots[at] = slots.at(-1) ?? slot
        slots.pop()
        if (slots.length > 0) continue
        slotsOf.delete(word)
        all = undefined
      }
    },
    mark: (word, marks, bit) => {
      all ??= `\n${[...slotsOf.keys()].join('\n')}\n`
      for (let at = all.indexOf(word); at >= 0; ) {
        const end = all.indexOf('\n', at)
        const found = all.slice(all.lastIndexOf('\n', at) + 1, end)
        for (const slot of slotsOf.get(found) ?? []) marks[slot] = (marks[slot] ?? 0) | bit
        at = all.indexOf(word, end)
      }
    },
  }
}
