/** Adds what is missing behind what it follows in `added`, so that both keep their order. */
export function mergeInOrder(known: string[], added: string[]): string[] {
  const merged = [...known]
  let end = 0
  for (const one of added) {
    const at = merged.indexOf(one)
    if (at < 0) merged.splice(end, 0, one)
    end = (at < 0 ? end : at) + 1
  }
  return merged
}
