/** Bounds of the zoom: 1 is the whole image in its frame. */
export const minScale = 1
export const maxScale = 5
/** What a double tap goes to, and by what a press of a button multiplies. */
const tappedScale = 2.5
const pressedFactor = 1.5

type Size = { width: number; height: number }
export type Point = { x: number; y: number }
/** How an image is seen: enlarged, and moved from the middle of its frame, in CSS pixels. */
export type View = { scale: number; x: number; y: number }

export const wholeImage: View = { scale: minScale, x: 0, y: 0 }

export function clampScale(scale: number): number {
  return Math.min(maxScale, Math.max(minScale, scale))
}

/** The size of an image that is as large as its frame allows. */
export function fitted(natural: Size, frame: Size): Size {
  if (natural.width <= 0 || natural.height <= 0) return frame
  const factor = Math.min(frame.width / natural.width, frame.height / natural.height)
  return { width: natural.width * factor, height: natural.height * factor }
}

/** A view within its bounds: no edge of the image comes further in than the edge of the frame. */
export function clampView({ scale, x, y }: View, image: Size, frame: Size): View {
  const bounded = clampScale(scale)
  return {
    scale: bounded,
    x: within(x, (image.width * bounded - frame.width) / 2),
    y: within(y, (image.height * bounded - frame.height) / 2),
  }
}

function within(value: number, reach: number): number {
  const bound = Math.max(0, reach)
  // Never -0, which would be another view.
  return Math.min(bound, Math.max(-bound, value)) + 0
}

/** The view at another scale in which what is at a point (from the frame's middle) stays there. */
export function zoomedAt(view: View, point: Point, scale: number): View {
  const bounded = clampScale(scale)
  const factor = bounded / view.scale
  return {
    scale: bounded,
    x: point.x - (point.x - view.x) * factor,
    y: point.y - (point.y - view.y) * factor,
  }
}

/** Where a double tap goes: in, or back to the whole. */
export const tapped = (scale: number) => (scale > minScale ? minScale : tappedScale)
export const pressed = (scale: number, step: 1 | -1) => clampScale(scale * pressedFactor ** step)
/** What a turn of the wheel makes of a scale; `deltaY` in CSS pixels. */
export const wheeled = (scale: number, deltaY: number) => clampScale(scale * Math.exp(-deltaY * 0.002))

/** True where a point (from the frame's middle) lies beside the image. */
export function isBeside(point: Point, view: View, image: Size): boolean {
  return (
    Math.abs(point.x - view.x) > (image.width * view.scale) / 2 ||
    Math.abs(point.y - view.y) > (image.height * view.scale) / 2
  )
}
