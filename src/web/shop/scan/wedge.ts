export type ScannedKey = { key: string; code: string; shift: boolean }

/**
 * A scanner takes 1–30 ms per character, occasionally several times that over Bluetooth or on a busy phone;
 * hands mostly take 60 or more. So the median gap decides, and one long gap does not split a scan.
 */
const maxMedianGapMs = 40
const maxGapMs = 250
const minScanKeys = 6

/**
 * Detects scanner bursts wherever the focus is. Removes them from the focused field and swallows the final
 * Enter or Tab. Elements inside `data-scan="own"` handle scans themselves. Returns a stop function.
 */
export function listenForScans(onScan: (keys: ScannedKey[]) => void): () => void {
  let keys: ScannedKey[] = []
  let gaps: number[] = []
  let last = 0
  let timer = 0
  let restoreField = () => {}
  /** Some scanners send Enter twice. */
  let endedAt = Number.NEGATIVE_INFINITY

  const isScan = () =>
    keys.length >= minScanKeys &&
    (gaps.toSorted((one, other) => one - other)[gaps.length >> 1] ?? maxGapMs) <= maxMedianGapMs &&
    // Barcodes have digits; words inserted at once rarely do.
    keys.some(({ key, code }) => /\d/.test(key + code)) &&
    keys.some(({ key }) => key !== ' ')
  const finish = () => {
    clearTimeout(timer)
    const scanned = isScan() ? keys : undefined
    keys = []
    if (!scanned) return false
    restoreField()
    onScan(scanned)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, code, timeStamp, shiftKey, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || key === 'Shift' || key === 'CapsLock') return
    if (target instanceof Element && target.closest('[data-scan="own"]')) return
    if (key === 'Enter' || key === 'Tab') {
      const isScanEnd = timeStamp - last <= maxGapMs && finish()
      if (isScanEnd || timeStamp - endedAt <= maxGapMs) swallow(event)
      if (isScanEnd) endedAt = timeStamp
      keys = []
      return
    }
    // A held key, an input method or a named key.
    if (event.repeat || event.isComposing || [...key].length !== 1) {
      keys = []
      return
    }
    if (keys.length === 0 || timeStamp - last > maxGapMs) {
      keys = []
      gaps = []
      restoreField = fieldRestorer(document.activeElement)
    }
    if (keys.length > 0) gaps.push(timeStamp - last)
    keys.push({ key, code, shift: shiftKey })
    last = timeStamp
    clearTimeout(timer)
    if (keys.length >= minScanKeys) timer = window.setTimeout(finish, maxGapMs)
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

/** Restores a field's value so that React notices. */
function fieldRestorer(field: Element | null): () => void {
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
