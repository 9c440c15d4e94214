import { useState } from 'react'
import { type ImageWidth, productImagePath } from '#shared/images.ts'
import classes from './ProductPhoto.module.css'

type Pictured = { itemCode: string; colorCode: string; images: string[]; updatedDate: string }

/** A product's photo in a fixed frame, so that nothing moves when it arrives. Its name is said beside it. */
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
  const file = of.images[index]
  return (
    <span className={classes.frame}>
      {file && file !== failed ? (
        <img
          className={classes.photo}
          src={productImagePath(width, { ...of, file })}
          alt=""
          onError={() => setFailed(file)}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <NoPhoto />
      )}
    </span>
  )
}

function NoPhoto() {
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
