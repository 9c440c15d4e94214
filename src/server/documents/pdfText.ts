import bidiFactory from 'bidi-js'

// The package has wrong types: it is CommonJS.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

export type Run = { text: string; isRtl: boolean }

/** Letters, and the mark that makes a text read so. */
const anyRtl = /[\u0590-\u08ff\u200f\u2067\ufb1d-\ufdff\ufe70-\ufefc]/
/** Marks of direction, which must not be drawn. */
const marks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const rtlLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Digits of Arabic, and what joins them in a number. */
const arabicDigit = /([\u0660-\u066c\u06f0-\u06f9])/

const digit = '[0-9\u0660-\u0669\u06f0-\u06f9]'
const phone = new RegExp(
  `(?:\\+|\\(?[0\u0660\u06f0])${digit}+(?:[ \u00a0()./-]{1,3}${digit}+)*(?!:|${digit})`,
  'g',
)
const minPhoneDigits = 7
const amount = new RegExp(`[-−]?[₺$€]${digit}+(?:[.,\u066b\u066c]${digit}+)*`, 'g')

const anyDigit = new RegExp(digit, 'g')

const isPhone = (text: string) => (text.match(anyDigit) ?? []).length >= minPhoneDigits

/** Keeps phone numbers on one line, because half a number is no number. */
export function withWholePhones(text: string): string {
  return text.replace(phone, (found) => (isPhone(found) ? found.replaceAll(' ', '\u00a0') : found))
}

/**
 * Forces phone numbers and amounts to read from left to right. Otherwise the groups of a phone number stand in reverse
 * order within right-to-left text, and signs on the wrong side.
 */
function withNumbersInOrder(text: string): string {
  const forced = (found: string) => `\u202d${found}\u202c`
  return text.replace(phone, (found) => (isPhone(found) ? forced(found) : found)).replace(amount, forced)
}

/** Whether a text reads from right to left: its first letter decides. */
function readsRtl(text: string): boolean {
  return anyRtl.test(text) && bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1
}

const isolateMarks = /[\u2066-\u2069]/g

/**
 * The lines of a wrapped text, so marked that each reads as the text does: from the same side, and with the isolates that
 * lines before have begun.
 */
export function inDirectionOf(text: string, lines: string[]): string[] {
  if (!anyRtl.test(text)) return lines
  const start = readsRtl(text) ? '\u200f' : '\u200e'
  let open: string[] = []
  return lines.map((line, index) => {
    const before = start + open.join('')
    for (const { 0: mark, index: at } of line.matchAll(isolateMarks)) {
      if (mark === '\u2069') open = open.slice(0, -1)
      // Its first letter decides, which the next line would not have.
      else if (mark === '\u2068')
        open = [
          ...open,
          readsRtl([line.slice(at + 1), ...lines.slice(index + 1)].join(' ')) ? '\u2067' : '\u2066',
        ]
      else open = [...open, mark]
    }
    return before + line
  })
}

/**
 * Splits a line into runs in visual order, by the Unicode Bidirectional Algorithm; the first letter sets the line's
 * direction. Right-to-left runs stay in reading order, because shaping reverses them.
 */
export function runsOf(line: string): Run[] {
  if (!anyRtl.test(line)) return [{ text: line.replace(marks, ''), isRtl: false }]
  const text = withNumbersInOrder(line)
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
  return inVisualOrder(runs).flatMap(({ text: all, isRtl }) => {
    const run = all.replace(marks, '')
    if (run === '') return []
    // Shaping takes digits of Arabic for Arabic text and would reverse them, but not a single one.
    if (!isRtl) return run.split(arabicDigit).flatMap((part) => (part ? { text: part, isRtl } : []))
    // Shaping reverses Arabic, but not plain punctuation.
    return rtlLetter.test(run) ? { text: run, isRtl } : { text: [...run].toReversed().join(''), isRtl: false }
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
