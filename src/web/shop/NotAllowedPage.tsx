import { t } from '#web/i18n.ts'
import { isSignedIn, signOut } from '#web/session.ts'
import { PlainButton, PlainButtonLink } from '#web/ui/PlainButton.tsx'
import { ErrorPage } from './ErrorPage.tsx'

export function NotAllowedPage() {
  const leave = async () => {
    await signOut()
    location.assign('/login')
  }
  return (
    <ErrorPage title={t('notAllowed.title')} text={t('notAllowed.text')}>
      {isSignedIn() ? (
        <PlainButton onClick={() => void leave()}>{t('notAllowed.otherUser')}</PlainButton>
      ) : (
        <PlainButtonLink to="/login">{t('login.submit')}</PlainButtonLink>
      )}
    </ErrorPage>
  )
}
