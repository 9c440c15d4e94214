/** A code that stays in view counts again after this. */
const repeatAfterMs = 1500
/** A code unseen for this long has left; one blurred frame does not count. */
const goneAfterMs = 500
/** Without check digit, parts look like codes: require two sightings. */
const uncheckedFormats = new Set(['itf', 'code_39', 'codabar'])

/** Decides which seen codes are scans. Milliseconds. */
export function createRepeatGuard() {
  const seen = new Map<string, { at: number; taken: number; sightings: number }>()
  return {
    accepts(code: string, format: string, now: number): boolean {
      const before = seen.get(code)
      const isBack = !before || now - before.at > goneAfterMs
      const sightings = isBack ? 1 : before.sightings + 1
      const taken = isBack ? Number.NEGATIVE_INFINITY : before.taken
      const isSure = !uncheckedFormats.has(format) || sightings > 1
      const counts = isSure && now - taken >= repeatAfterMs
      seen.set(code, { at: now, taken: counts ? now : taken, sightings })
      return counts
    },
  }
}
