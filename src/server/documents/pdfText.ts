import bidiFactory from 'bidi-js'

// The package has wrong types: it is CommonJS.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

export type Run = { text: string; isRtl: boolean }

const anyRtl = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** Control characters that must not be drawn. */
const isolates = /[\u2066-\u2069]/g
const rtlLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Splits a line into runs in visual order, by the Unicode Bidirectional Algorithm; the first letter sets the line's
 * direction. Right-to-left runs stay in reading order, because shaping reverses them.
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
    // Shaping reverses Arabic, but not plain punctuation.
    return isRtl && !rtlLetter.test(run)
      ? { text: [...run].toReversed().join(''), isRtl: false }
      : { text: run, isRtl }
  })
}

/** Rule L2: from the highest level down to the lowest odd one, reverse every sequence of at least that level. */
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
