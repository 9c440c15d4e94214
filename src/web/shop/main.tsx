import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { showLeftFailure } from '#web/notify.ts'
import { settings } from '#web/settings.ts'
import { Frame } from '#web/ui/Frame.tsx'
import { keepPage } from './pageKeeper.ts'
import { router } from './routes.tsx'

document.title = settings.displayName
showLeftFailure()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
// What the page needs is asked for before anything of it is drawn.
void router.load()
createRoot(root).render(
  <Frame>
    <RouterProvider router={router} />
  </Frame>,
)
keepPage()
