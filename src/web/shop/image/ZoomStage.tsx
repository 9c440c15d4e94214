import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useGesture } from '@use-gesture/react'
import { useEffect, useRef, useState } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { productImagePath } from '#shared/photos/images.ts'
import { direction, t } from '#web/i18n.ts'
import { NoPhoto } from '#web/ui/ProductPhoto.tsx'
import { RoundButton } from './RoundButton.tsx'
import { swipeStep, wrapIndex } from './swipe.ts'
import { useLargeImage } from './useLargeImage.ts'
import classes from './ZoomStage.module.css'
import {
  buttonPressed,
  clampView,
  doubleTapped,
  fitInto,
  isOutside,
  maxScale,
  minScale,
  type Point,
  type View,
  wheeled,
  wholeImage,
  zoomedAt,
} from './zoom.ts'

const doubleTapMs = 300

type Props = {
  product: Product
  index: number
  label: string
  onStep: (by: number) => void
  onOutside: () => void
}

/** One image to zoom by pinch, wheel, double tap or buttons, and to pan. */
export function ZoomStage({ product, index, label, onStep, onOutside }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [view, setView] = useState<View>(wholeImage)
  const [isHeld, setIsHeld] = useState(false)
  const lastTap = useRef(0)
  const [openedAt] = useState(() => performance.now())
  const src = useLargeImage(product, index)
  const [failed, setFailed] = useState<string>()
  usePreloaded(product, index)

  const sizes = () => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {}
    const { naturalWidth = 0, naturalHeight = 0 } = image.current ?? {}
    const frame = { width, height }
    return { frame, whole: fitInto({ width: naturalWidth, height: naturalHeight }, frame) }
  }
  const changeView = (next: (view: View) => View) => {
    const { frame, whole } = sizes()
    setView((before) => clampView(next(before), whole, frame))
  }
  const zoomTo = (at: Point, scaleOf: (scale: number) => number) =>
    changeView((before) => zoomedAt(before, at, scaleOf(before.scale)))
  /** From screen coordinates to offsets from the stage's centre. */
  const pointOf = ([x, y]: [number, number]) => {
    const box = stage.current?.getBoundingClientRect()
    return {
      x: x - (box?.left ?? 0) - (box?.width ?? 0) / 2,
      y: y - (box?.top ?? 0) - (box?.height ?? 0) / 2,
    }
  }
  const tap = (at: [number, number], time: number) => {
    const isDouble = time - lastTap.current < doubleTapMs
    lastTap.current = isDouble ? 0 : time
    if (isDouble) zoomTo(pointOf(at), doubleTapped)
    // Ignore the second click of a double click that opened the viewer.
    else if (time - openedAt > doubleTapMs && isOutside(pointOf(at), view, sizes().whole)) onOutside()
  }

  useGesture(
    {
      onDrag: ({ movement: [x, y], initial, xy, memo = view, last, tap: isTap, pinching, cancel, event }) => {
        if (pinching) return cancel()
        if (isTap) return tap(xy, event.timeStamp)
        if (view.scale > minScale) {
          setIsHeld(!last)
          changeView(({ scale }) => ({ scale, x: memo.x + x, y: memo.y + y }))
        } else if (last) {
          // `movement` lacks the 3 px within which a drag counts as a tap.
          onStep(swipeStep(xy[0] - initial[0], xy[1] - initial[1], direction))
        }
        return memo
      },
      onPinch: ({ origin, offset: [scale], last }) => {
        setIsHeld(!last)
        zoomTo(pointOf(origin), () => scale)
      },
      onWheel: ({ event, delta: [, y] }) => {
        // With Ctrl, as from touchpads, it is a pinch.
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

  const zoom = (step: 1 | -1) => zoomTo({ x: 0, y: 0 }, (scale) => buttonPressed(scale, step))
  useZoomKeys(changeView, zoom)
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
          isDisabled={view.scale <= minScale}
          onPress={() => zoom(-1)}
        >
          <IconZoomOut size={22} aria-hidden />
        </RoundButton>
        <RoundButton
          label={t('ordering.image.zoomIn')}
          isDisabled={view.scale >= maxScale}
          onPress={() => zoom(1)}
        >
          <IconZoomIn size={22} aria-hidden />
        </RoundButton>
      </div>
    </>
  )
}

const keyStepPx = 80
const keyPans: Record<string, [number, number]> = {
  ArrowLeft: [keyStepPx, 0],
  ArrowRight: [-keyStepPx, 0],
  ArrowUp: [0, keyStepPx],
  ArrowDown: [0, -keyStepPx],
}

/** + and - zoom, 0 resets, Shift+arrows pan. */
function useZoomKeys(look: (next: (view: View) => View) => void, zoom: (step: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const [x, y] = (event.shiftKey && keyPans[event.key]) || [0, 0]
      if (x || y) look((view) => ({ ...view, x: view.x + x, y: view.y + y }))
      else if (event.key === '+' || event.key === '=') zoom(1)
      else if (event.key === '-') zoom(-1)
      else if (event.key === '0') look(() => wholeImage)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

/** Preloads the neighbouring images. */
function usePreloaded(product: Product, index: number): void {
  useEffect(() => {
    for (const step of [1, -1]) {
      const file = product.images[wrapIndex(index, step, product.images.length)]
      if (file) new Image().src = productImagePath(960, { ...product, file })
    }
  }, [product, index])
}
