/**
 * Whether one letter is missing, too many, another one or in its neighbour's place. `isBeginning`: what follows in
 * `known` does not count.
 */
export function isOneLetterOff(typed: string, known: string, isBeginning = false): boolean {
  let at = 0
  while (at < typed.length && typed[at] === known[at]) at += 1
  const [rest, knownRest] = [typed.slice(at), known.slice(at)]
  if (rest === '') return !isBeginning && knownRest.length === 1
  const continues = (left: string, right: string) => (isBeginning ? right.startsWith(left) : right === left)
  return (
    continues(rest.slice(1), knownRest.slice(1)) ||
    continues(rest.slice(1), knownRest) ||
    continues(rest, knownRest.slice(1)) ||
    (rest.length > 1 &&
      rest[0] === knownRest[1] &&
      rest[1] === knownRest[0] &&
      continues(rest.slice(2), knownRest.slice(2)))
  )
}

/** Whether a folded word may be a size: xl, 3xl, 42, 36,5, 4y. */
export const looksLikeSize = (word: string): boolean =>
  /^(?:\d{1,3}(?:[.,]5)?|\d{0,2}x{0,4}[sml]|\d{1,2}(?:y|yas|ay|a))$/.test(word)
