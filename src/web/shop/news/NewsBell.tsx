import { Link } from '@tanstack/react-router'
import { formatCount } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Outline } from '#web/ui/LineIcon.tsx'
import { useNews } from './news.ts'

const bell =
  'M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6M9 17v1a3 3 0 0 0 6 0v-1'

type Props = { className: string | undefined; iconClass: string | undefined; badgeClass: string | undefined }

/** In the header, looks as its other parts. */
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
