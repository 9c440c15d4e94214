import './texts.ts'

import { createRoot } from 'react-dom/client'
import { pages } from '#shared/pages.ts'
import { afterPaint } from '#web/afterPaint.ts'
import { showStoredFailure } from '#web/notify.ts'
import { loadOfficeTexts } from './officeTexts.ts'
import { router } from './routes.tsx'
import { onCaughtError, onUncaughtError, watchErrors } from './shell/errorLog.ts'
import { Panel } from './shell/Panel.tsx'
import './styles.ts'

showStoredFailure()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
if (import.meta.env.PROD) watchErrors()
// Before the first press, but after the first view; for another page at once.
const loadTexts = () => void loadOfficeTexts().catch(() => {})
if (location.pathname === pages.dashboard.path) afterPaint(loadTexts)
else loadTexts()
createRoot(root, { onCaughtError, onUncaughtError }).render(<Panel router={router} />)
