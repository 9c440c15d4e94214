import { useEffect, useEffectEvent, useState } from 'react'
import { maxOrderNews, type OrderNews } from '#shared/officeOrders.ts'
import type { OrderRow } from '#shared/orders.ts'
import { api } from '#web/api.ts'
import { queryClient } from '#web/queryClient.ts'
import { refetch } from '../refetch.ts'

const pollIntervalMs = 10_000

type NewsPosition = Pick<OrderNews, 'version' | 'lastNumber'>
type CachedPage = { items: OrderRow[]; total: number }

/** Shared by all lists of this window. */
let lastSeen: NewsPosition | undefined

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
  useEffect(() => {
    const poll = async () => {
      if (document.hidden) return
      const since = lastSeen
      // The next poll asks again.
      const answer = await api
        .post('/api/Shop/GetOrderNews', since ? { since } : {}, { isQuiet: true })
        .catch(() => undefined)
      if (!answer || lastSeen !== since) return
      const { version, lastNumber, rows } = answer.data
      lastSeen = { version, lastNumber }
      if (since && rows.length > 0) applyNews(answer.data)
    }
    const startPoll = () => void poll()
    startPoll()
    const timer = setInterval(startPoll, pollIntervalMs)
    document.addEventListener('visibilitychange', startPoll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', startPoll)
    }
  }, [])
  const show = () => {
    setUnseen(0)
    void refetch('orders')
  }
  return { unseen: showsNewest ? 0 : unseen, show }
}
