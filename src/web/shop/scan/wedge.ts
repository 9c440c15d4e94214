/** A key that a scanner, typing like a keyboard, has pressed: what it says, where it is, and whether with Shift. */
export type ScannedKey = { key: string; code: string; shift: boolean }

/**
 * Times in milliseconds. A scanner needs 1 to 30 for a character, over Bluetooth or on a busy phone now and then a
 * multiple of that; a hand needs 60 and more for most of what it types, however quick. So the middle one of the gaps
 * decides, and a single long one divides nothing.
 */
const middleGap = 40
const longestGap = 250
const fewest = 6

/**
 * Tells bursts of characters that only a scanner can type, wherever the focus is. What they have left in a field
 * is taken out again, and the Enter or Tab behind them does nothing. A field or form marked `data-scan="own"` takes
 * scans itself. Answers how to stop.
 */
export function listenForScans(onScan: (keys: ScannedKey[]) => void): () => void {
  let keys: ScannedKey[] = []
  let gaps: number[] = []
  let last = 0
  let timer = 0
  let takeOut = () => {}
  /** Until when another Enter belongs to the scan: some send two. */
  let endedAt = Number.NEGATIVE_INFINITY

  const isScan = () =>
    keys.length >= fewest &&
    (gaps.toSorted((one, other) => one - other)[gaps.length >> 1] ?? longestGap) <= middleGap &&
    // A barcode has a digit; a word that something else types in one go hardly ever has.
    keys.some(({ key, code }) => /\d/.test(key + code)) &&
    keys.some(({ key }) => key !== ' ')
  const finish = () => {
    clearTimeout(timer)
    const scanned = isScan() ? keys : undefined
    keys = []
    if (!scanned) return false
    takeOut()
    onScan(scanned)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, code, timeStamp, shiftKey, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || key === 'Shift' || key === 'CapsLock') return
    if (target instanceof Element && target.closest('[data-scan="own"]')) return
    if (key === 'Enter' || key === 'Tab') {
      const belongs = timeStamp - last <= longestGap && finish()
      if (belongs || timeStamp - endedAt <= longestGap) swallow(event)
      if (belongs) endedAt = timeStamp
      keys = []
      return
    }
    // A key held down, an input method, a named key.
    if (event.repeat || event.isComposing || [...key].length !== 1) {
      keys = []
      return
    }
    if (keys.length === 0 || timeStamp - last > longestGap) {
      keys = []
      gaps = []
      takeOut = remembered(document.activeElement)
    }
    if (keys.length > 0) gaps.push(timeStamp - last)
    keys.push({ key, code, shift: shiftKey })
    last = timeStamp
    clearTimeout(timer)
    if (keys.length >= fewest) timer = window.setTimeout(finish, longestGap)
  }
  window.addEventListener('keydown', onKeyDown, true)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKeyDown, true)
  }
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Brings a field back to what it holds now, in such a way that React hears of it. */
function remembered(field: Element | null): () => void {
  if (
    !(
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    )
  ) {
    return () => {}
  }
  const { value } = field
  const caret = 'selectionStart' in field ? field.selectionStart : null
  return () => {
    if (field.value === value) return
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    if (caret !== null && 'setSelectionRange' in field) field.setSelectionRange(caret, caret)
  }
}
