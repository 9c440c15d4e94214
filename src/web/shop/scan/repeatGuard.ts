/** After how many milliseconds a code that stays in the picture counts again. */
const again = 1500
/** For how long it must not have been seen to have left the picture: one blurred frame is none. */
const away = 500
/** Formats without a check digit, whose parts look like codes of their own: believed when seen twice. */
const unsure = new Set(['itf', 'code_39', 'codabar'])

/** Decides which codes that a camera sees are scans. Times in milliseconds. */
export function createRepeatGuard() {
  const seen = new Map<string, { at: number; taken: number; sightings: number }>()
  return {
    /** True where the code, seen now, counts as a scan. */
    accepts(code: string, format: string, now: number): boolean {
      const before = seen.get(code)
      const isBack = !before || now - before.at > away
      const sightings = isBack ? 1 : before.sightings + 1
      const taken = isBack ? Number.NEGATIVE_INFINITY : before.taken
      const isSure = !unsure.has(format) || sightings > 1
      const counts = isSure && now - taken >= again
      seen.set(code, { at: now, taken: counts ? now : taken, sightings })
      return counts
    },
  }
}
