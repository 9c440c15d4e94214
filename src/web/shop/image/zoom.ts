/** 1 fits the frame. */
export const minScale = 1
export const maxScale = 5
const doubleTapScale = 2.5
const buttonFactor = 1.5

type Size = { width: number; height: number }
export type Point = { x: number; y: number }
/** `x` and `y`: offset from the centre, in CSS pixels. */
export type View = { scale: number; x: number; y: number }

export const wholeImage: View = { scale: minScale, x: 0, y: 0 }

export function clampScale(scale: number): number {
  return Math.min(maxScale, Math.max(minScale, scale))
}

/** The largest size that fits the frame. */
export function fitInto(natural: Size, frame: Size): Size {
  if (natural.width <= 0 || natural.height <= 0) return frame
  const factor = Math.min(frame.width / natural.width, frame.height / natural.height)
  return { width: natural.width * factor, height: natural.height * factor }
}

/** Keeps the image's edges outside the frame's. */
export function clampView({ scale, x, y }: View, image: Size, frame: Size): View {
  const bounded = clampScale(scale)
  return {
    scale: bounded,
    x: clampOffset(x, (image.width * bounded - frame.width) / 2),
    y: clampOffset(y, (image.height * bounded - frame.height) / 2),
  }
}

function clampOffset(value: number, maxOffset: number): number {
  const bound = Math.max(0, maxOffset)
  // Avoids -0, which counts as another view.
  return Math.min(bound, Math.max(-bound, value)) + 0
}

/** Zooms so that the point (from the centre) stays in place. */
export function zoomedAt(view: View, point: Point, scale: number): View {
  const bounded = clampScale(scale)
  const factor = bounded / view.scale
  return {
    scale: bounded,
    x: point.x - (point.x - view.x) * factor,
    y: point.y - (point.y - view.y) * factor,
  }
}

export const doubleTapped = (scale: number) => (scale > minScale ? minScale : doubleTapScale)
export const buttonPressed = (scale: number, step: 1 | -1) => clampScale(scale * buttonFactor ** step)
/** `deltaY` in CSS pixels. */
export const wheeled = (scale: number, deltaY: number) => clampScale(scale * Math.exp(-deltaY * 0.002))

/** Whether a point (from the centre) is outside the image. */
export function isOutside(point: Point, view: View, image: Size): boolean {
  return (
    Math.abs(point.x - view.x) > (image.width * view.scale) / 2 ||
    Math.abs(point.y - view.y) > (image.height * view.scale) / 2
  )
}
