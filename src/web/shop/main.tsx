import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { showLeftFailure } from '#web/notify.ts'
import { settings } from '#web/settings.ts'
import { Frame } from '#web/ui/Frame.tsx'
import { giveUpPictures } from './givenUpPictures.ts'
import { keepPage } from './pageKeeper.ts'
import { router } from './routes.tsx'

document.title = settings.displayName
showLeftFailure()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
/** For how long answers that wait to be read go before the first drawing, in milliseconds. */
const longest = 300
const hasTime = new Promise<unknown>((resolve) => {
  // Safari has none.
  if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: longest })
  else setTimeout(resolve)
})
const draw = () =>
  createRoot(root).render(
    <Frame>
      <RouterProvider router={router} />
    </Frame>,
  )
// What the page needs is asked for before anything of it is drawn. Where it is there already all is drawn at once.
void Promise.race([router.load(), hasTime]).then(draw)
keepPage()
giveUpPictures()
