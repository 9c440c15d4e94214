import { useEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import classes from './ProductListPage.module.css'

type Props = { isLoading: boolean; hasFailed: boolean; onReach: () => void }

/** Loads more before the end comes into view; also a button. */
export function MoreProducts({ isLoading, hasFailed, onReach }: Props) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLoading || hasFailed || !end.current) return undefined
    // Only the last entry is current.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onReach(), {
      rootMargin: '1200px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isLoading, hasFailed, onReach])
  if (hasFailed) return null
  return (
    <div ref={end} className={classes.more}>
      <PlainButton aria-busy={isLoading} disabled={isLoading} onClick={onReach}>
        {t('products.more')}
      </PlainButton>
    </div>
  )
}
