import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useGesture } from '@use-gesture/react'
import { useEffect, useRef, useState } from 'react'
import type { Product } from '#shared/catalogue.ts'
import { productImagePath } from '#shared/images.ts'
import { direction, t } from '#web/i18n.ts'
import { NoPhoto } from '#web/ui/ProductPhoto.tsx'
import { RoundButton } from './RoundButton.tsx'
import { stepped, swipeStep } from './swipe.ts'
import { useLargeImage } from './useLargeImage.ts'
import classes from './ZoomStage.module.css'
import {
  clampView,
  fitted,
  isBeside,
  maxScale,
  minScale,
  type Point,
  pressed,
  tapped,
  type View,
  wheeled,
  wholeImage,
  zoomedAt,
} from './zoom.ts'

/** Two taps within this time, in milliseconds, are a double tap. */
const doubleTap = 300

type Props = {
  product: Product
  index: number
  label: string
  onStep: (by: number) => void
  onOutside: () => void
}

/** One image, whole at first: pinched, wheeled, double-tapped or pressed larger, and moved about when it is. */
export function ZoomStage({ product, index, label, onStep, onOutside }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [view, setView] = useState<View>(wholeImage)
  const [isHeld, setIsHeld] = useState(false)
  const lastTap = useRef(0)
  const [since] = useState(() => performance.now())
  const src = useLargeImage(product, index)
  const [failed, setFailed] = useState<string>()
  usePreloaded(product, index)

  const sizes = () => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {}
    const { naturalWidth = 0, naturalHeight = 0 } = image.current ?? {}
    const frame = { width, height }
    return { frame, whole: fitted({ width: naturalWidth, height: naturalHeight }, frame) }
  }
  const look = (next: (view: View) => View) => {
    const { frame, whole } = sizes()
    setView((before) => clampView(next(before), whole, frame))
  }
  const zoomTo = (at: Point, scaleOf: (scale: number) => number) =>
    look((before) => zoomedAt(before, at, scaleOf(before.scale)))
  /** A point of the screen as one from the middle of the stage. */
  const pointOf = ([x, y]: [number, number]) => {
    const box = stage.current?.getBoundingClientRect()
    return {
      x: x - (box?.left ?? 0) - (box?.width ?? 0) / 2,
      y: y - (box?.top ?? 0) - (box?.height ?? 0) / 2,
    }
  }
  const tap = (at: [number, number], time: number) => {
    const isDouble = time - lastTap.current < doubleTap
    lastTap.current = isDouble ? 0 : time
    if (isDouble) zoomTo(pointOf(at), tapped)
    // The second click of whoever opened the viewer by a double click closes nothing.
    else if (time - since > doubleTap && isBeside(pointOf(at), view, sizes().whole)) onOutside()
  }

  useGesture(
    {
      onDrag: ({ movement: [x, y], initial, xy, memo = view, last, tap: isTap, pinching, cancel, event }) => {
        if (pinching) return cancel()
        if (isTap) return tap(xy, event.timeStamp)
        if (view.scale > minScale) {
          setIsHeld(!last)
          look(({ scale }) => ({ scale, x: memo.x + x, y: memo.y + y }))
        } else if (last) {
          // `movement` lacks the 3 px in which a drag is still taken for a tap.
          onStep(swipeStep(xy[0] - initial[0], xy[1] - initial[1], direction))
        }
        return memo
      },
      onPinch: ({ origin, offset: [scale], last }) => {
        setIsHeld(!last)
        zoomTo(pointOf(origin), () => scale)
      },
      onWheel: ({ event, delta: [, y] }) => {
        // With Ctrl, as from a touchpad, it is a pinch.
        if (event.ctrlKey) return
        event.preventDefault()
        zoomTo(pointOf([event.clientX, event.clientY]), (scale) => wheeled(scale, y))
      },
    },
    {
      target: stage,
      eventOptions: { passive: false },
      drag: { filterTaps: true, pointer: { keys: false } },
      pinch: {
        from: () => [view.scale, 0],
        scaleBounds: { min: minScale, max: maxScale },
        rubberband: false,
      },
    },
  )

  const zoom = (step: 1 | -1) => zoomTo({ x: 0, y: 0 }, (scale) => pressed(scale, step))
  useZoomKeys(look, zoom)
  return (
    <>
      <div ref={stage} className={classes.stage} data-zoomed={view.scale > minScale || undefined}>
        {src === failed ? (
          <NoPhoto />
        ) : (
          <img
            ref={image}
            className={classes.image}
            data-held={isHeld || undefined}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            src={src}
            alt={label}
            draggable={false}
            onError={() => setFailed(src)}
          />
        )}
      </div>
      <div className={classes.zoom}>
        <RoundButton
          label={t('ordering.image.zoomOut')}
          isOff={view.scale <= minScale}
          onPress={() => zoom(-1)}
        >
          <IconZoomOut size={22} aria-hidden />
        </RoundButton>
        <RoundButton
          label={t('ordering.image.zoomIn')}
          isOff={view.scale >= maxScale}
          onPress={() => zoom(1)}
        >
          <IconZoomIn size={22} aria-hidden />
        </RoundButton>
      </div>
    </>
  )
}

/** How far a key moves an enlarged image, in CSS pixels. */
const keyReach = 80
const keyMoves: Record<string, [number, number]> = {
  ArrowLeft: [keyReach, 0],
  ArrowRight: [-keyReach, 0],
  ArrowUp: [0, keyReach],
  ArrowDown: [0, -keyReach],
}

/** + and - zoom, 0 shows the whole, Shift and arrows move: what fingers and wheels can, keys can as well. */
function useZoomKeys(look: (next: (view: View) => View) => void, zoom: (step: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const [x, y] = (event.shiftKey && keyMoves[event.key]) || [0, 0]
      if (x || y) look((view) => ({ ...view, x: view.x + x, y: view.y + y }))
      else if (event.key === '+' || event.key === '=') zoom(1)
      else if (event.key === '-') zoom(-1)
      else if (event.key === '0') look(() => wholeImage)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

/** The images before and after are on their way before they are asked for. */
function usePreloaded(product: Product, index: number): void {
  useEffect(() => {
    for (const step of [1, -1]) {
      const file = product.images[stepped(index, step, product.images.length)]
      if (file) new Image().src = productImagePath(960, { ...product, file })
    }
  }, [product, index])
}
