import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { showStoredFailure } from '#web/notify.ts'
import { settings } from '#web/settings.ts'
import { Frame } from '#web/ui/Frame.tsx'
import { cancelPicturesOnLeave } from './cancelPictures.ts'
import { keepPage } from './pageKeeper.ts'
import { router } from './routes.tsx'

document.title = settings.displayName
showStoredFailure()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
/** Answers waiting to be read go first, up to this long. */
const maxIdleWaitMs = 300
const idle = new Promise<unknown>((resolve) => {
  // Not in Safari.
  if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: maxIdleWaitMs })
  else setTimeout(resolve)
})
const draw = () =>
  createRoot(root).render(
    <Frame>
      <RouterProvider router={router} />
    </Frame>,
  )
// Start loading before drawing; if all is here, draw it at once.
void Promise.race([router.load(), idle]).then(draw)
keepPage()
cancelPicturesOnLeave()
