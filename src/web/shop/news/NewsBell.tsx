import { Link } from '@tanstack/react-router'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Outline } from '#web/ui/LineIcon.tsx'
import { bell } from './bell.ts'
import { useNews } from './news.ts'

type Props = { className: string | undefined; iconClass: string | undefined; badgeClass: string | undefined }

/** The way to the news, with how much is unread. It gets the classes of the header that it stands in. */
export function NewsBell({ className, iconClass, badgeClass }: Props) {
  const unread = useNews((news) => news.unread)
  const label = t('news.bell', { count: unread })
  return (
    <Link
      to="/shop/notifications"
      className={className}
      data-wide-only
      aria-label={label}
      title={t('news.title')}
    >
      <Outline path={bell} size={23} className={iconClass} />
      {unread > 0 && <span className={badgeClass}>{formatCount(unread)}</span>}
    </Link>
  )
}
