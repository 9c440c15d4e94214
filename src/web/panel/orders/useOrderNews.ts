import { useEffect, useEffectEvent, useState } from 'react'
import { maxOrderNews, type OrderNews } from '#shared/orders/officeOrders.ts'
import type { OrderRow } from '#shared/orders/orders.ts'
import { followOrderNews } from '#web/orderNews.ts'
import { queryClient } from '#web/queryClient.ts'
import { refetch } from '../refetch.ts'

const pollIntervalMs = 10_000

type CachedPage = { items: OrderRow[]; total: number }

/**
 * Updates changed rows in place. New orders appear only where the newest are on screen, else they are
 * counted, so that no row moves.
 */
export function useOrderNews(showsNewest: boolean): { unseen: number; show: () => void } {
  const [unseen, setUnseen] = useState(0)
  const applyNews = useEffectEvent(({ rows, added }: OrderNews) => {
    if (showsNewest || rows.length === maxOrderNews) {
      setUnseen(0)
      void refetch('orders')
      return
    }
    const changed = new Map(rows.map((row) => [row.id, row]))
    queryClient.setQueriesData<CachedPage>({ queryKey: ['orders'] }, (cached) =>
      cached?.items ? { ...cached, items: cached.items.map((row) => changed.get(row.id) ?? row) } : cached,
    )
    setUnseen((count) => count + added)
  })
  useEffect(
    () =>
      followOrderNews({
        intervalMs: pollIntervalMs,
        onNews: (news, isFirst) => {
          if (!isFirst && news.rows.length > 0) applyNews(news)
        },
      }),
    [],
  )
  const show = () => {
    setUnseen(0)
    void refetch('orders')
  }
  return { unseen: showsNewest ? 0 : unseen, show }
}
