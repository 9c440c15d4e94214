import { whenSessionEnded } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { resetToken, useSession } from '#web/session.ts'
import { confirm } from './confirm.ts'

let isAsking = false

/** Asks once per ended session: sign in again or stay on the page. */
export function askWhenSessionEnds(): void {
  whenSessionEnded(() => {
    useSession.setState({ user: undefined })
    if (!isAsking) void offerSignIn()
  })
}

async function offerSignIn(): Promise<void> {
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
