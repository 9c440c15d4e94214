import { router } from './routes.tsx'

/**
 * When the reader goes to another page, pictures of this one that are still coming are given up: on a narrow line they
 * hold all the connections that a browser opens, for seconds, and what the next page needs would wait behind them.
 * Those that stand on the next page too go on.
 */
export function giveUpPictures(): void {
  const givenUp = new Map<HTMLImageElement, string>()
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (!pathChanged) return
    for (const picture of document.images) {
      const source = picture.getAttribute('src')
      if (picture.complete || !source) continue
      givenUp.set(picture, source)
      picture.removeAttribute('src')
    }
  })
  router.subscribe('onResolved', () => {
    for (const [picture, source] of givenUp) {
      if (picture.isConnected && !picture.hasAttribute('src')) picture.src = source
    }
    givenUp.clear()
  })
}
