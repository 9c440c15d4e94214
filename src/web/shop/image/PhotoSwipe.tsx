import { type PointerEvent, useRef, useState } from 'react'
import type { Product } from '#shared/catalogue.ts'
import { productImagePath } from '#shared/images.ts'
import { direction, t } from '#web/i18n.ts'
import { LineIcon } from '#web/ui/LineIcon.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import classes from './PhotoSwipe.module.css'
import { arrowStep, stepped, swipeStep } from './swipe.ts'
import { useImageOverlay } from './useImageOverlay.ts'

/** A movement of the pointer from which on letting go is no press, in CSS pixels. */
const pressReach = 8

/**
 * The photos of a product in one frame: swiped, or stepped through by arrows and arrow keys; a press opens the image
 * viewer. A few lines of our own: every page of the shop loads them.
 */
export function PhotoSwipe({ product }: { product: Product }) {
  const [chosen, setIndex] = useState(0)
  const { open } = useImageOverlay()
  const [isNear, setIsNear] = useState(false)
  const from = useRef<{ x: number; y: number }>(undefined)
  const wasMoved = useRef(false)
  const count = product.images.length
  const index = Math.min(chosen, Math.max(0, count - 1))
  const step = (by: number) => {
    if (count > 1 && by !== 0) setIndex(stepped(index, by, count))
  }
  if (count === 0) return <ProductPhoto of={product} />
  const down = ({ clientX: x, clientY: y, currentTarget, pointerId }: PointerEvent) => {
    // A mouse that is let go beside the photo has swiped as well.
    currentTarget.setPointerCapture(pointerId)
    from.current = { x, y }
    wasMoved.current = false
    fetchAhead(product, stepped(index, 1, count))
  }
  const up = ({ clientX, clientY }: PointerEvent) => {
    if (!from.current) return
    const [x, y] = [clientX - from.current.x, clientY - from.current.y]
    from.current = undefined
    wasMoved.current = Math.hypot(x, y) > pressReach
    step(swipeStep(x, y, direction))
  }
  const near = () => {
    fetchAhead(product, stepped(index, 1, count))
    setIsNear(true)
  }
  const name = `${product.itemDescription} ${product.colorDescription}`
  return (
    <div className={classes.photos} onPointerEnter={near} onFocus={near}>
      <button
        type="button"
        className={classes.photo}
        aria-label={t('product.photo', { product: name, number: index + 1, count })}
        aria-haspopup="dialog"
        onPointerDown={down}
        onPointerUp={up}
        onPointerCancel={() => {
          from.current = undefined
        }}
        onClick={() => !wasMoved.current && open(product, index)}
        onKeyDown={(event) => {
          wasMoved.current = false
          step(arrowStep(event.key, direction))
        }}
      >
        <ProductPhoto of={product} index={index} />
      </button>
      {count > 1 && (
        <>
          {isNear && (
            <>
              <Step label={t('product.photoBefore')} onStep={() => step(-1)} />
              <Step label={t('product.photoNext')} isNext onStep={() => step(1)} />
            </>
          )}
          <span className={classes.dots} aria-hidden>
            {product.images.map((file, at) => (
              <i key={file} data-on={at === index || undefined} />
            ))}
          </span>
        </>
      )}
    </div>
  )
}

/** Only there once a pointer or the focus has been. Beside the Tab order: the photo itself takes the arrow keys. */
function Step({ label, isNext = false, onStep }: { label: string; isNext?: boolean; onStep: () => void }) {
  return (
    <button
      type="button"
      className={classes.step}
      data-next={isNext || undefined}
      tabIndex={-1}
      aria-label={label}
      onClick={onStep}
    >
      <LineIcon name={isNext === (direction === 'ltr') ? 'right' : 'left'} size={20} />
    </button>
  )
}

/** The next photo is on its way before it is asked for. */
function fetchAhead(product: Product, index: number): void {
  const file = product.images[index]
  if (file) new Image().src = productImagePath(640, { ...product, file })
}
