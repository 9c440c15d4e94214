/** What was typed, for Back from a product to the search that found it; a search that is opened anew starts empty. */
let kept: { entry: string | undefined; text: string } | undefined

function entry(): string | undefined {
  const { __TSR_key: key } = (history.state ?? {}) as { __TSR_key?: string }
  return key
}

export const keptText = (): string => (kept && kept.entry === entry() ? kept.text : '')

export function keepText(text: string): void {
  kept = { entry: entry(), text }
}
