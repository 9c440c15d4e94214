import { router } from './routes.tsx'

/** After the list has loaded. */
const registerDelayMs = 1500

/**
 * Registers src/web/worker/pageKeeper.ts. An outdated page reloads at once, or on the next navigation if the
 * user has touched it.
 */
export function keepPage(): void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  let isTouched = false
  for (const touch of ['pointerdown', 'keydown'] as const) {
    addEventListener(touch, () => (isTouched = true), { once: true, capture: true })
  }
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data !== 'outdated') return
    if (!isTouched) return location.reload()
    router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
      if (pathChanged) location.assign(toLocation.publicHref)
    })
  })
  setTimeout(() => serviceWorker.register('/pageKeeper.js').catch(() => {}), registerDelayMs)
}
