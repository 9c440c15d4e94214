import { describe, expect, test } from 'vitest'
import { arrowStep, swipeStep, wrapIndex } from './swipe.ts'
import {
  buttonPressed,
  clampScale,
  clampView,
  doubleTapped,
  fitInto,
  isOutside,
  wheeled,
  wholeImage,
  zoomedAt,
} from './zoom.ts'

describe('a swipe', () => {
  test('changes the image from 40 px on, following the finger', () => {
    expect([swipeStep(-40, 0, 'ltr'), swipeStep(40, 0, 'ltr')]).toEqual([1, -1])
    expect([swipeStep(-39, 0, 'ltr'), swipeStep(39, 0, 'ltr'), swipeStep(0, 0, 'ltr')]).toEqual([0, 0, 0])
  })

  test('of more than 30 px vertically is a scroll', () => {
    expect([swipeStep(-80, 30, 'ltr'), swipeStep(-80, 31, 'ltr'), swipeStep(-80, -31, 'ltr')]).toEqual([
      1, 0, 0,
    ])
  })

  test('and arrow keys are mirrored in right-to-left', () => {
    expect([swipeStep(-40, 0, 'rtl'), swipeStep(40, 0, 'rtl')]).toEqual([-1, 1])
    expect([arrowStep('ArrowRight', 'ltr'), arrowStep('ArrowRight', 'rtl')]).toEqual([1, -1])
    expect([
      arrowStep('ArrowLeft', 'ltr'),
      arrowStep('ArrowLeft', 'rtl'),
      arrowStep('ArrowUp', 'ltr'),
    ]).toEqual([-1, 1, 0])
  })

  test('wraps around at both ends', () => {
    expect([wrapIndex(0, -1, 3), wrapIndex(2, 1, 3), wrapIndex(0, 1, 1)]).toEqual([2, 0, 0])
  })
})

describe('zoom', () => {
  const frame = { width: 400, height: 800 }
  const image = { width: 400, height: 500 }

  test('stays between 1 and 5', () => {
    expect([clampScale(0.2), clampScale(9), clampScale(3)]).toEqual([1, 5, 3])
    expect([wheeled(1, 10_000), wheeled(1, -10_000), buttonPressed(4.9, 1), buttonPressed(1.1, -1)]).toEqual([
      1, 5, 5, 1,
    ])
    expect(zoomedAt(wholeImage, { x: 0, y: 0 }, 40).scale).toBe(5)
    expect(doubleTapped(doubleTapped(1))).toBe(1)
  })

  test('fits an image into its frame', () => {
    expect(fitInto({ width: 800, height: 1000 }, frame)).toEqual(image)
    expect(fitInto({ width: 100, height: 400 }, frame)).toEqual({ width: 200, height: 800 })
    expect(fitInto({ width: 0, height: 0 }, frame)).toEqual(frame)
  })

  test('keeps the point under the finger in place', () => {
    const point = { x: 100, y: -50 }
    const view = zoomedAt({ scale: 2, x: 30, y: 10 }, point, 4)
    const shown = (at: { scale: number; x: number; y: number }) => [
      (point.x - at.x) / at.scale,
      (point.y - at.y) / at.scale,
    ]
    expect(shown(view)).toEqual(shown({ scale: 2, x: 30, y: 10 }))
  })

  test('keeps edges outside the frame', () => {
    expect(clampView({ scale: 1, x: 90, y: 90 }, image, frame)).toEqual(wholeImage)
    expect(clampView({ scale: 2, x: 999, y: -999 }, image, frame)).toEqual({ scale: 2, x: 200, y: -100 })
  })

  test('detects points outside the image', () => {
    expect(isOutside({ x: 0, y: 300 }, wholeImage, image)).toBe(true)
    expect(isOutside({ x: 0, y: 300 }, { scale: 2, x: 0, y: 0 }, image)).toBe(false)
  })
})
