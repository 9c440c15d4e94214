import { useEffect, useRef } from 'react'
import classes from './Photos.module.css'

/** Twice the displayed size. */
const sizePx = { width: 96, height: 120 }

let queue: Promise<unknown> = Promise.resolve()

/** Drawn when visible, one at a time, because files are large. */
export function LocalThumb({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target) return undefined
    let isUnmounted = false
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      queue = queue.then(() => (isUnmounted ? undefined : draw(file, target).catch(() => {})))
    })
    observer.observe(target)
    return () => {
      isUnmounted = true
      observer.disconnect()
    }
  }, [file])
  return <canvas ref={canvas} className={classes.thumb} {...sizePx} aria-hidden />
}

/** Crops to the middle. */
async function draw(file: File, canvas: HTMLCanvasElement): Promise<void> {
  const picture = await createImageBitmap(file, { resizeWidth: sizePx.width * 2, resizeQuality: 'medium' })
  const scale = Math.max(sizePx.width / picture.width, sizePx.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas
    .getContext('2d')
    ?.drawImage(picture, (sizePx.width - width) / 2, (sizePx.height - height) / 2, width, height)
  picture.close()
}
