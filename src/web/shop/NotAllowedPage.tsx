import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { isSignedIn, signOut } from '#web/session.ts'
import { ErrorPage } from './ErrorPage.tsx'

/** What one has no permission for: to the shop, or to sign in as somebody who has. */
export function NotAllowedPage() {
  const leave = async () => {
    await signOut()
    location.assign('/login')
  }
  return (
    <ErrorPage title={t('notAllowed.title')} text={t('notAllowed.text')}>
      {isSignedIn() ? (
        <Button variant="default" h={40} onClick={() => void leave()}>
          {t('notAllowed.otherUser')}
        </Button>
      ) : (
        <Button variant="default" h={40} renderRoot={(props) => <Link to="/login" {...props} />}>
          {t('login.submit')}
        </Button>
      )}
    </ErrorPage>
  )
}
