import { IconArrowBackUp } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { maxOrderNews, type OrderNews } from '#shared/orders/officeOrders.ts'
import { formatDateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { followOrderNews } from '#web/orderNews.ts'
import { queryClient } from '#web/queryClient.ts'
import classes from './NewsPart.module.css'
import { newsKey, useNews } from './news.ts'

const intervalMs = 30_000
const orderIntervalMs = 5000

/** On every page, follows what the company does with the user's orders. On the home page, shows which wait for an answer. */
export function NewsPart() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isOrder = /^\/cart\/[^/]+$/.test(path)
  useEffect(
    () => followOrderNews({ intervalMs: isOrder ? orderIntervalMs : intervalMs, onNews: applyNews }),
    [isOrder],
  )
  return path === '/shop' && <ReturnedOrders />
}

function applyNews({ returned, unread, rows }: OrderNews, isFirst: boolean): void {
  if (unread !== useNews.getState().unread) void queryClient.invalidateQueries({ queryKey: newsKey })
  useNews.setState({
    unread,
    unreadText: unread > 0 ? t('news.bell', { count: unread }) : undefined,
    returned: returned && { ...returned, text: t('shop.returnedOrders', { count: returned.count }) },
  })
  const refetch = (...queryKey: string[]) => void queryClient.invalidateQueries({ queryKey })
  // What is shown may have been loaded before the first answer.
  if (isFirst || rows.length === maxOrderNews) refetch('order')
  else for (const { guidKey } of rows) refetch('order', guidKey)
  if (rows.length > 0) refetch('orders')
}

function ReturnedOrders() {
  const returned = useNews((state) => state.returned)
  if (!returned) return null
  return (
    <section className={classes.card}>
      <IconArrowBackUp size={24} stroke={1.6} aria-hidden className={classes.icon} />
      <p className={classes.text} role="status">
        <strong>{returned.text}.</strong> {t('hold.answerBy', { when: formatDateTime(returned.keepsUntil) })}
      </p>
      <Link to="/shop/orders" search={{ state: 'returned' }} className={classes.show}>
        {t('hold.showReturned')}
      </Link>
    </section>
  )
}
