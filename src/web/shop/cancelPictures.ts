import { router } from './routes.tsx'

/**
 * Cancels loading pictures when leaving a page: on a slow connection they block what the next page needs.
 * Those still shown afterwards resume.
 */
export function cancelPicturesOnLeave(): void {
  const cancelled = new Map<HTMLImageElement, string>()
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (!pathChanged) return
    for (const picture of document.images) {
      const source = picture.getAttribute('src')
      if (picture.complete || !source) continue
      cancelled.set(picture, source)
      picture.removeAttribute('src')
    }
  })
  router.subscribe('onResolved', () => {
    for (const [picture, source] of cancelled) {
      if (picture.isConnected && !picture.hasAttribute('src')) picture.src = source
    }
    cancelled.clear()
  })
}
