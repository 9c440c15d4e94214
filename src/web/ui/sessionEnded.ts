import { whenSessionEnded } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { resetToken, useSession } from '#web/session.ts'
import { confirm } from './confirm.ts'

let isAsking = false

/** Asks once when the session has ended: sign in again, or stay and look at what is on the screen. */
export function askWhenSessionEnds(): void {
  whenSessionEnded(() => {
    useSession.setState({ user: undefined })
    if (!isAsking) void ask()
  })
}

async function ask(): Promise<void> {
  isAsking = true
  const signsInAgain = await confirm({
    title: t('session.endedTitle'),
    text: t('session.endedText'),
    action: t('session.signInAgain'),
  })
  isAsking = false
  if (!signsInAgain) return
  resetToken()
  location.reload()
}
