import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { maxOrderNews, type OrderNews } from '#shared/officeOrders.ts'
import type { OrderRow } from '#shared/orders.ts'
import { api } from '#web/api.ts'

/** How often it is asked, in milliseconds, while the page is on the screen. */
const every = 10_000

type Since = Pick<OrderNews, 'version' | 'lastNumber'>
type Shown = { items: OrderRow[]; total: number }

/** Up to where the lists of this window have heard. */
let heard: Since | undefined

/**
 * Keeps lists of orders up to date by themselves: changed orders change where they stand. New ones come in at the top
 * where the newest are on the screen; elsewhere they are counted, and nothing moves under the reader's hands.
 */
export function useOrderNews(showsNewest: boolean): { unseen: number; show: () => void } {
  const queries = useQueryClient()
  const [unseen, setUnseen] = useState(0)
  const take = useEffectEvent(({ rows, added }: OrderNews) => {
    if (showsNewest || rows.length === maxOrderNews) {
      setUnseen(0)
      void queries.invalidateQueries({ queryKey: ['orders'] })
      return
    }
    const changed = new Map(rows.map((row) => [row.id, row]))
    queries.setQueriesData<Shown>({ queryKey: ['orders'] }, (shown) =>
      shown?.items ? { ...shown, items: shown.items.map((row) => changed.get(row.id) ?? row) } : shown,
    )
    setUnseen((before) => before + added)
  })
  useEffect(() => {
    const askNow = async () => {
      if (document.hidden) return
      const since = heard
      // A lost answer is asked for again the next time.
      const answer = await api
        .post('/api/Shop/GetOrderNews', since ? { since } : {}, { isQuiet: true })
        .catch(() => undefined)
      if (!answer || heard !== since) return
      const { version, lastNumber, rows } = answer.data
      heard = { version, lastNumber }
      if (since && rows.length > 0) take(answer.data)
    }
    const ask = () => void askNow()
    ask()
    const timer = setInterval(ask, every)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
  const show = () => {
    setUnseen(0)
    void queries.invalidateQueries({ queryKey: ['orders'] })
  }
  return { unseen: showsNewest ? 0 : unseen, show }
}
