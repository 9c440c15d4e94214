import { useEffect, useRef } from 'react'
import classes from './Photos.module.css'

/** In pixels: twice what is shown. */
const size = { width: 96, height: 120 }

let turn: Promise<unknown> = Promise.resolve()

/** A small picture of a file that has not been sent, once it is in sight; one after the other, for they are large. */
export function LocalThumb({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const place = canvas.current
    if (!place) return undefined
    let isGone = false
    const observer = new IntersectionObserver((moments) => {
      if (!moments.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      turn = turn.then(() => (isGone ? undefined : draw(file, place).catch(() => {})))
    })
    observer.observe(place)
    return () => {
      isGone = true
      observer.disconnect()
    }
  }, [file])
  return <canvas ref={canvas} className={classes.thumb} {...size} aria-hidden />
}

/** Fills the canvas with the middle of the picture. */
async function draw(file: File, canvas: HTMLCanvasElement): Promise<void> {
  const picture = await createImageBitmap(file, { resizeWidth: size.width * 2, resizeQuality: 'medium' })
  const scale = Math.max(size.width / picture.width, size.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas
    .getContext('2d')
    ?.drawImage(picture, (size.width - width) / 2, (size.height - height) / 2, width, height)
  picture.close()
}
