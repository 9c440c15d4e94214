import { useEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import classes from './ProductListPage.module.css'

type Props = { isLoading: boolean; hasFailed: boolean; onReach: () => void }

/** Asks for more shortly before the end of the list comes into view; a button for whoever needs one. */
export function MoreProducts({ isLoading, hasFailed, onReach }: Props) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLoading || hasFailed || !end.current) return undefined
    // A busy browser tells of several moments at once: the last one is how it stands.
    const watcher = new IntersectionObserver((moments) => moments.at(-1)?.isIntersecting && onReach(), {
      rootMargin: '1200px',
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
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
