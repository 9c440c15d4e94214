import { type CSSProperties, useState } from 'react'
import { type ImageWidth, productImagePath } from '#shared/photos/images.ts'
import classes from './ProductPhoto.module.css'

type Pictured = { itemCode: string; colorCode: string; images: string[]; updatedDate: string }

/** Photos within this ratio difference are cropped to fill. */
const frameRatio = 4 / 5
const maxCropRatio = 0.09

type Bars = 'above' | 'beside'

/** Where an uncropped photo leaves room; undefined if it fills the frame. */
function barsFor({ naturalWidth, naturalHeight }: HTMLImageElement): Bars | undefined {
  const ratio = naturalWidth / naturalHeight / frameRatio
  if (Math.abs(ratio - 1) <= maxCropRatio) return undefined
  return ratio > 1 ? 'above' : 'beside'
}

/** A decorative photo in a fixed frame, so the layout does not shift. */
export function ProductPhoto({
  of,
  index = 0,
  width = 640,
}: {
  of: Pictured
  index?: number
  width?: ImageWidth
}) {
  const [failed, setFailed] = useState<string>()
  const [whole, setWhole] = useState<{ file: string; bars: Bars | undefined }>()
  const file = of.images[index]
  if (!file || file === failed) {
    return (
      <span className={classes.frame}>
        <NoPhoto />
      </span>
    )
  }
  const src = productImagePath(width, { ...of, file })
  const bars = whole?.file === file ? whole.bars : undefined
  return (
    <span className={classes.frame}>
      {bars && (
        <span
          className={classes.ground}
          data-bars={bars}
          style={{ '--photo': `url("${src}")` } as CSSProperties}
        />
      )}
      <img
        className={classes.photo}
        data-whole={bars !== undefined || undefined}
        src={src}
        alt=""
        draggable={false}
        onLoad={({ currentTarget }) => {
          const loadedBars = barsFor(currentTarget)
          if (loadedBars !== bars) setWhole({ file, bars: loadedBars })
        }}
        onError={() => setFailed(file)}
        loading="lazy"
        decoding="async"
      />
    </span>
  )
}

export function NoPhoto() {
  return (
    <svg className={classes.none} viewBox="0 0 48 48" aria-hidden="true">
      <path
        d="M17 8c1 4 13 4 14 0l9 5-4 9-4-2v20H16V20l-4 2-4-9z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  )
}
