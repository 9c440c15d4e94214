import { t } from '#web/i18n.ts'
import { ErrorPage } from './ErrorPage.tsx'

export function NotFoundPage() {
  return <ErrorPage title={t('notFound.title')} text={t('notFound.text')} />
}
