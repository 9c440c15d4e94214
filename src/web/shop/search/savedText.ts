/** Restores the text on Back to this history entry; a new search starts empty. */
let saved: { entry: string | undefined; text: string } | undefined

function currentEntry(): string | undefined {
  const { __TSR_key: key } = (history.state ?? {}) as { __TSR_key?: string }
  return key
}

export const savedText = (): string => (saved && saved.entry === currentEntry() ? saved.text : '')

export function saveText(text: string): void {
  saved = { entry: currentEntry(), text }
}
