/** How far a finger goes across before the image changes, in CSS pixels. */
const across = 40
/** How far it may go up or down meanwhile: beyond that it was a scroll. */
const alongside = 30

/**
 * What a movement of a finger means for a row of images: 1 the next one, -1 the one before, 0 nothing. The image
 * follows the finger, so that from right to left the next one comes from the other side.
 */
export function swipeStep(x: number, y: number, direction: 'ltr' | 'rtl'): -1 | 0 | 1 {
  if (Math.abs(x) < across || Math.abs(y) > alongside) return 0
  return x < 0 === (direction === 'ltr') ? 1 : -1
}

/** The step that an arrow key asks for: keys say where, not which. */
export function arrowStep(key: string, direction: 'ltr' | 'rtl'): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  return (key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1
}

/** Round and round. */
export function stepped(index: number, step: number, count: number): number {
  return (index + step + count) % count
}
