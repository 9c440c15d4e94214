import './texts.ts'

import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { showLeftFailure } from '#web/notify.ts'
import { Frame } from '#web/ui/Frame.tsx'
import { router } from './routes.tsx'
import './styles.ts'

showLeftFailure()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(
  <Frame>
    <RouterProvider router={router} />
  </Frame>,
)
