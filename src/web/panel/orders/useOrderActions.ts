import type { TransferOutcome } from '#shared/officeOrders.ts'
import type { WaitReason } from '#shared/orderRules.ts'
import { pages } from '#shared/pages.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { confirm } from '#web/ui/confirm.ts'
import { useMayOpen } from '../access.ts'
import { inParts } from '../inParts.ts'
import { refetch } from '../refetch.ts'
import { usePageNavigate } from '../shell/pageAddress.ts'
import { useBusy } from '../useBusy.ts'

type OrderRef = { id: string; orderNumber: string }

const maxOrdersPerCall = 200

/** Most actions can be undone for ten seconds. */
export function useOrderActions() {
  const navigate = usePageNavigate()
  const mayLink = useMayOpen(pages.erp)
  const { button } = useBusy()
  const refresh = () => refetch('orders', 'order', 'orderHistory')
  const restoreAll = async (orders: OrderRef[]) => {
    try {
      for (const { id } of orders) await api.get('/api/Shop/RestoreOrder', { id })
    } finally {
      await refresh()
    }
  }
  const withdraw = async (ids: string[]) => {
    for (const part of inParts(ids, maxOrdersPerCall))
      await api.post('/api/Shop/WithdrawTransfers', { ids: part })
    await refresh()
  }
  /** Fails at the first order that cannot be cancelled; earlier ones stay cancelled and can be restored. */
  const cancelAll = async (orders: OrderRef[]) => {
    const cancelled: OrderRef[] = []
    try {
      for (const order of orders) {
        await api.get('/api/Shop/DeleteOrder', { id: order.id })
        cancelled.push(order)
      }
    } finally {
      const [first] = cancelled
      if (first) {
        const { orderNumber: number } = first
        const text =
          cancelled.length === 1
            ? t('panel.order.cancelled', { number })
            : t('panel.order.cancelledAll', { count: cancelled.length })
        notifyDone(text, { undo: () => restoreAll(cancelled) })
      }
      await refresh()
    }
  }
  /** If no ERP is linked, offers to link one and answers false. */
  const transferAll = async (orders: OrderRef[]) => {
    const outcomes: { id: string; outcome: TransferOutcome }[] = []
    let waitsFor: WaitReason | undefined
    try {
      for (const ids of inParts(
        orders.map(({ id }) => id),
        maxOrdersPerCall,
      )) {
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
    const text = [summarize(outcomes), ...(waitsFor ? [t(`panel.order.waitsFor.${waitsFor}`)] : [])].join(
      ' · ',
    )
    notifyDone(text, queued.length > 0 ? { undo: () => withdraw(queued) } : {})
    await refresh()
    return true
  }
  return { button, refresh, cancelAll, restoreAll, transferAll, withdraw }
}

function summarize(outcomes: { outcome: TransferOutcome }[]): string {
  const counts = Map.groupBy(outcomes, ({ outcome }) => outcome)
  return [...counts]
    .map(([outcome, { length }]) => t(`panel.order.transferOutcome.${outcome}`, { count: length }))
    .join(' · ')
}
