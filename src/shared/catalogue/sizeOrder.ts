/** Letter sizes from the smallest. 2XL stands for XXL. */
const letterSize = /^(\d{1,2})?(X*)(S|M|L)$/i

type Place = [kind: number, place: number, text: string]

/** Numbers first, then letters by their size, then everything else as text. */
function placeOf(size: string): Place {
  const number = /^(\d+(?:[.,]\d+)?)/.exec(size)
  const [whole, count = '', xs = '', letter = ''] = letterSize.exec(size) ?? []
  if (whole === undefined) return number ? [0, Number(number[1]?.replace(',', '.')), size] : [2, 0, size]
  // '2XL' has one X and a count of two; 'XXL' two.
  const extra = count === '' ? xs.length : Number(count)
  const middle = { s: -1, m: 0, l: 1 }[letter.toLowerCase()] ?? 0
  return [1, middle === 0 ? 0 : middle * (1 + extra), size]
}

/** Compares sizes as they hang on a rail: 36, 38, 40; XS, S, M, L, XL, XXL, 3XL. */
export function compareSizes(one: string, other: string): number {
  const [kind, place, text] = placeOf(one)
  const [otherKind, otherPlace, otherText] = placeOf(other)
  return kind - otherKind || place - otherPlace || (text < otherText ? -1 : text > otherText ? 1 : 0)
}
