import { Skeleton, Title } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCheck,
  IconNotes,
  IconPackage,
  IconPencil,
  IconRotate,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type NewsKind, type NewsRow, newsPath, newsText } from '#shared/news/news.ts'
import { api } from '#web/api.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useSession } from '#web/session.ts'
import { sizeLabel } from '#web/sizes.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { useOrdersForOthers } from '../account.ts'
import classes from './NewsPage.module.css'
import { NewsSettingsPart } from './NewsSettingsPart.tsx'
import { newsKey, useNews } from './news.ts'

const icons: Record<NewsKind, typeof IconCheck> = {
  orderReturned: IconArrowBackUp,
  orderAccepted: IconCheck,
  orderChanged: IconPencil,
  orderCancelled: IconX,
  orderRestored: IconRotate,
  draftShared: IconNotes,
  backInStock: IconPackage,
}

/** What others did with the user's orders and drafts, and what is in stock again. To see it is to have read it. */
export function NewsPage() {
  const userId = useSession((session) => session.user?.id)
  const ordersForOthers = useOrdersForOthers()
  const news = useQuery({
    queryKey: [...newsKey, userId],
    queryFn: async ({ signal }) => (await api.get('/api/Account/GetNews', {}, { signal })).data,
    staleTime: 0,
  })
  const rows = news.data ?? []
  const newest = rows[0]?.notedAt
  const hasUnread = rows.some(({ isRead }) => !isRead)
  useEffect(() => {
    if (!newest || !hasUnread) return
    // Stays marked as new on this page until it is opened again; if it fails, the bell still shows it.
    void api
      .post('/api/Account/MarkNewsRead', { until: newest }, { isQuiet: true })
      .then(() => useNews.setState({ unread: 0, unreadText: undefined }))
      .catch(() => {})
  }, [newest, hasUnread])
  return (
    <>
      <Title order={1} size="h3" mb="md">
        {t('news.title')}
      </Title>
      {news.error && !news.data && <Failure error={news.error} onRetry={() => void news.refetch()} />}
      {news.isPending && <Skeleton height={260} radius="lg" />}
      {news.data && rows.length === 0 && (
        <Empty title={t('news.empty')}>
          <p>{t('news.emptyText')}</p>
        </Empty>
      )}
      <ul className={classes.list}>
        {rows.map((row) => (
          <li key={row.subjectId}>
            <NewsLink row={row} withCustomer={ordersForOthers} />
          </li>
        ))}
      </ul>
      <NewsSettingsPart />
    </>
  )
}

function NewsLink({ row, withCustomer }: { row: NewsRow; withCustomer: boolean }) {
  const { kind, notedAt, isRead, currAccDescription, note, sizes } = row
  const Icon = icons[kind]
  const text = newsText({ ...row, ...(sizes ? { sizes: sizes.map(sizeLabel) } : {}) }, t)
  return (
    <Link to={newsPath(row)} className={classes.row} data-unread={!isRead || undefined}>
      <Icon size={22} stroke={1.6} aria-hidden className={classes.icon} />
      <span className={classes.text}>
        <span className={classes.title}>
          {text}
          {!isRead && <span className={classes.new}>{t('news.unread')}</span>}
        </span>
        {withCustomer && currAccDescription && <span className={classes.small}>{currAccDescription}</span>}
        {note && (
          <span className={classes.note}>
            <bdi>{note}</bdi>
          </span>
        )}
      </span>
      <time className={classes.small} dateTime={notedAt}>
        {formatDateTime(notedAt)}
      </time>
    </Link>
  )
}
