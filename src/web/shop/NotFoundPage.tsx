import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'

export function NotFoundPage() {
  return (
    <main>
      <Empty title={t('notFound.title')}>
        <p>{t('notFound.text')}</p>
        <Link to="/shop">{t('notFound.toShop')}</Link>
      </Empty>
    </main>
  )
}
