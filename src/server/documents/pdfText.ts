import bidiFactory from 'bidi-js'

// Its types speak of an ES module, which it is not.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** A stretch of text in one direction. */
export type Run = { text: string; isRtl: boolean }

const anyRtl = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** Tell which words stand together; drawn they are nothing. */
const isolates = /[\u2066-\u2069]/g
const rtlLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * A line of text as it is drawn from left to right, by the Unicode Bidirectional Algorithm; the line's own direction
 * is that of its first letter. Runs from right to left are still in the order of reading: shaping turns them round.
 */
export function runsOf(text: string): Run[] {
  if (!anyRtl.test(text)) return [{ text: text.replace(isolates, ''), isRtl: false }]
  const { levels } = bidi.getEmbeddingLevels(text)
  const mirrored = bidi.getMirroredCharactersMap(text, levels)
  const runs: (Run & { level: number })[] = []
  for (let index = 0; index < text.length; index += 1) {
    const level = levels[index] ?? 0
    const character = mirrored.get(index) ?? text[index] ?? ''
    const last = runs.at(-1)
    if (last && last.level === level) last.text += character
    else runs.push({ text: character, isRtl: level % 2 === 1, level })
  }
  return inVisualOrder(runs).map(({ text: all, isRtl }) => {
    const run = all.replace(isolates, '')
    // The font turns round what it knows to be Arabic; mere punctuation it does not.
    return isRtl && !rtlLetter.test(run)
      ? { text: [...run].toReversed().join(''), isRtl: false }
      : { text: run, isRtl }
  })
}

/** Rule L2: from the highest level down to the lowest odd one, every sequence of at least that level is turned round. */
function inVisualOrder<Leveled extends { level: number }>(runs: Leveled[]): Leveled[] {
  const ordered = [...runs]
  const highest = Math.max(...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level -= 1) {
    let start = 0
    while (start < ordered.length) {
      if ((ordered[start]?.level ?? 0) < level) {
        start += 1
        continue
      }
      let end = start
      while ((ordered[end]?.level ?? 0) >= level) end += 1
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  }
  return ordered
}
