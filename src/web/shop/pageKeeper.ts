import { shareCallsWithWorker } from '#web/earlyCalls.ts'
import { router } from './routes.tsx'

/** How long after its start the page is kept for the next one, in milliseconds: the list goes first. */
const calm = 1500

/**
 * Has the browser keep the shop's page for the next start, see src/web/worker/pageKeeper.ts. Where the page that was kept
 * turns out to be of yesterday, as after an update or a change of the company's settings, it is loaded anew: at once while
 * nobody has touched it, else where the user goes to another page.
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
  setTimeout(() => {
    serviceWorker.register('/pageKeeper.js').catch(() => {})
    shareCallsWithWorker().catch(() => {})
  }, calm)
}
