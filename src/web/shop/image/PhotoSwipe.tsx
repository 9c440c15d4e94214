import { type PointerEvent, useRef, useState } from 'react'
import type { Product } from '#shared/catalogue/catalogue.ts'
import { productImagePath } from '#shared/photos/images.ts'
import { direction, t } from '#web/i18n.ts'
import { LineIcon } from '#web/ui/LineIcon.tsx'
import { ProductPhoto } from '#web/ui/ProductPhoto.tsx'
import classes from './PhotoSwipe.module.css'
import { arrowStep, swipeStep, wrapIndex } from './swipe.ts'
import { useImageOverlay } from './useImageOverlay.ts'

/** A longer pointer move is not a press. */
const maxPressMovePx = 8

/**
 * Swipe or step through a product's photos; a press opens the viewer. Hand-written and small, because every
 * page loads it.
 */
export function PhotoSwipe({ product }: { product: Product }) {
  const [chosen, setIndex] = useState(0)
  const { open } = useImageOverlay()
  const [isNear, setIsNear] = useState(false)
  const pressedAt = useRef<{ x: number; y: number }>(undefined)
  const hasMoved = useRef(false)
  const count = product.images.length
  const index = Math.min(chosen, Math.max(0, count - 1))
  const step = (by: number) => {
    if (count > 1 && by !== 0) setIndex(wrapIndex(index, by, count))
  }
  if (count === 0) return <ProductPhoto of={product} />
  const startPress = ({ clientX: x, clientY: y, currentTarget, pointerId }: PointerEvent) => {
    // So a mouse released outside still swipes.
    currentTarget.setPointerCapture(pointerId)
    pressedAt.current = { x, y }
    hasMoved.current = false
    preload(product, wrapIndex(index, 1, count))
  }
  const endPress = ({ clientX, clientY }: PointerEvent) => {
    if (!pressedAt.current) return
    const [x, y] = [clientX - pressedAt.current.x, clientY - pressedAt.current.y]
    pressedAt.current = undefined
    hasMoved.current = Math.hypot(x, y) > maxPressMovePx
    step(swipeStep(x, y, direction))
  }
  const prepare = () => {
    preload(product, wrapIndex(index, 1, count))
    setIsNear(true)
  }
  const name = `${product.itemDescription} ${product.colorDescription}`
  return (
    <div className={classes.photos} onPointerEnter={prepare} onFocus={prepare}>
      <button
        type="button"
        className={classes.photo}
        aria-label={t('product.photo', { product: name, number: index + 1, count })}
        aria-haspopup="dialog"
        onPointerDown={startPress}
        onPointerUp={endPress}
        onPointerCancel={() => {
          pressedAt.current = undefined
        }}
        onClick={() => !hasMoved.current && open(product, index)}
        onKeyDown={(event) => {
          hasMoved.current = false
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

/** Outside the Tab order: the photo takes arrow keys. */
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

function preload(product: Product, index: number): void {
  const file = product.images[index]
  if (file) new Image().src = productImagePath(640, { ...product, file })
}
