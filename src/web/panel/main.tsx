import './texts.ts'

import { createRoot } from 'react-dom/client'
import { showStoredFailure } from '#web/notify.ts'
import { router } from './routes.tsx'
import { onCaughtError, onUncaughtError, watchErrors } from './shell/errorLog.ts'
import { Panel } from './shell/Panel.tsx'
import './styles.ts'

showStoredFailure()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
if (import.meta.env.PROD) watchErrors()
createRoot(root, { onCaughtError, onUncaughtError }).render(<Panel router={router} />)
