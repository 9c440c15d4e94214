/** Beyond this it was a scroll. */
const minSwipePx = 40
const maxDriftPx = 30

/** The image follows the finger: 1 next, -1 previous, 0 none. */
export function swipeStep(x: number, y: number, direction: 'ltr' | 'rtl'): -1 | 0 | 1 {
  if (Math.abs(x) < minSwipePx || Math.abs(y) > maxDriftPx) return 0
  return x < 0 === (direction === 'ltr') ? 1 : -1
}

/** Arrow keys mean sides, so their step depends on the direction. */
export function arrowStep(key: string, direction: 'ltr' | 'rtl'): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  return (key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1
}

export function wrapIndex(index: number, step: number, count: number): number {
  return (index + step + count) % count
}
