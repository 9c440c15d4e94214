import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TransferOutcome } from '#shared/officeOrders.ts'
import type { WaitReason } from '#shared/orderRules.ts'
import { pages } from '#shared/pages.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone, notifyFailure } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { useMayOpen } from '../access.ts'
import { usePageNavigate } from '../shell/pageAddress.ts'

type Named = { id: string; orderNumber: string }

/** Orders of one call at most. */
const mostAtOnce = 200

/** What staff do with orders. What can be taken back is, for ten seconds. */
export function useOrderDeeds() {
  const queries = useQueryClient()
  const navigate = usePageNavigate()
  const mayLink = useMayOpen(pages.erp)
  const [busy, setBusy] = useState<string>()
  const refresh = () =>
    Promise.all(
      ['orders', 'order', 'orderHistory'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
  const restoreAll = async (orders: Named[]) => {
    try {
      for (const { id } of orders) await api.get('/api/Shop/RestoreOrder', { id })
    } finally {
      await refresh()
    }
  }
  const withdraw = async (ids: string[]) => {
    for (const some of inParts(ids)) await api.post('/api/Shop/WithdrawTransfers', { ids: some })
    await refresh()
  }
  /** Stops at the first that cannot be cancelled and fails with it; those before it are, and can be restored. */
  const cancelAll = async (orders: Named[]) => {
    const done: Named[] = []
    try {
      for (const order of orders) {
        await api.get('/api/Shop/DeleteOrder', { id: order.id })
        done.push(order)
      }
    } finally {
      const [first] = done
      if (first) {
        const { orderNumber: number } = first
        const text =
          done.length === 1
            ? t('panel.order.cancelled', { number })
            : t('panel.order.cancelledAll', { count: done.length })
        notifyDone(text, { undo: () => restoreAll(done) })
      }
      await refresh()
    }
  }
  /** False, with a way to where an ERP is connected, where there is none. */
  const transferAll = async (orders: Named[]) => {
    const outcomes: { id: string; outcome: TransferOutcome }[] = []
    let waitsFor: WaitReason | undefined
    try {
      for (const ids of inParts(orders.map(({ id }) => id))) {
        const { data } = await api.post('/api/Shop/TransferOrders', { ids })
        outcomes.push(...data.orders)
        waitsFor = data.waitsFor
      }
    } catch (error) {
      if (!mayLink || !(error instanceof CallFailed) || error.code !== 'erp.notLinked') throw error
      const question = {
        title: t('panel.order.notSent'),
        text: error.message,
        action: t('panel.order.toErp'),
      }
      if (await confirm(question)) void navigate({ to: '/erp/index' })
      return false
    }
    const queued = outcomes.filter(({ outcome }) => outcome === 'queued').map(({ id }) => id)
    const text = [told(outcomes), ...(waitsFor ? [t(`panel.order.waitsFor.${waitsFor}`)] : [])].join(' · ')
    notifyDone(text, queued.length > 0 ? { undo: () => withdraw(queued) } : {})
    await refresh()
    return true
  }
  /** One deed at a time; what goes wrong is said. */
  const once = (name: string, work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(name)
    void work()
      .catch(notifyFailure)
      .finally(() => setBusy(undefined))
  }
  return { busy, once, refresh, cancelAll, restoreAll, transferAll, withdraw }
}

function inParts<One>(all: One[]): One[][] {
  return Array.from({ length: Math.ceil(all.length / mostAtOnce) }, (_, index) =>
    all.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
  )
}

/** What became of them, each outcome with how many. */
function told(outcomes: { outcome: TransferOutcome }[]): string {
  const counts = Map.groupBy(outcomes, ({ outcome }) => outcome)
  return [...counts]
    .map(([outcome, { length }]) => t(`panel.order.transferOutcome.${outcome}`, { count: length }))
    .join(' · ')
}
