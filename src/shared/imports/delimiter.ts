const delimiters = [';', '\t', ',', '|']
const maxCountedRecords = 40

/** The delimiter that most records have as often as each other, so that commas in prices and titles do not decide. */
export function delimiterOf(text: string): string {
  const records: number[][] = []
  let counts = delimiters.map(() => 0)
  let isQuoted = false
  let hasText = false
  let previous = ''
  const end = () => {
    if (hasText) records.push(counts)
    counts = delimiters.map(() => 0)
    hasText = false
  }
  for (const character of text) {
    const at = isQuoted ? -1 : delimiters.indexOf(character)
    // A quote within a cell, as in 5" wide, is only a character.
    const isCellStart = previous === '' || '\n\r"'.includes(previous) || delimiters.includes(previous)
    if (character === '"' && (isQuoted || isCellStart)) isQuoted = !isQuoted
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1
    else if (!isQuoted && (character === '\n' || character === '\r')) end()
    else if (character.trim() !== '') hasText = true
    previous = character
    if (records.length === maxCountedRecords) break
  }
  end()
  const scores = delimiters.map((delimiter, at) => {
    const sameCounts = Map.groupBy(
      records.map((record) => record[at] ?? 0).filter((count) => count > 0),
      (count) => count,
    )
    const [[count, equal] = [0, []]] = [...sameCounts].toSorted(
      ([one, ones], [other, others]) => others.length - ones.length || other - one,
    )
    return { delimiter, records: equal.length, count }
  })
  const [best] = scores.toSorted((one, other) => other.records - one.records || other.count - one.count)
  return best && best.records > 0 ? best.delimiter : ','
}
