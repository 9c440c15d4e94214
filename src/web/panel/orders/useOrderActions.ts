import type { TransferOutcome } from '#shared/orders/officeOrders.ts'
import type { WaitReason } from '#shared/orders/orderRules.ts'
import { pages } from '#shared/pages.ts'
import { api, CallFailed } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/ui/confirm.ts'
import { useMayOpen } from '../access.ts'
import { inParts } from '../inParts.ts'
import { type NotDone, notInState, oneByOne, startBulk } from '../list/bulk.ts'
import type { LeftOut } from '../list/SelectionBar.tsx'
import { refetch } from '../refetch.ts'
import { usePageNavigate } from '../shell/pageAddress.ts'
import { useBusy } from '../useBusy.ts'

type OrderRef = { id: string; orderNumber: string; version?: number }

const maxOrdersPerCall = 200
const queryKeys = ['orders', 'heldOrders', 'order', 'orderHistory'] as const

/** An order in the list of those that an action left as they are. */
export const describeOrder = ({ id, orderNumber }: OrderRef) => ({
  id,
  name: orderNumber,
  link: { to: '/siparisler/$orderId', params: { orderId: id } } as const,
})

export const describeLeftOut = (leftOut: LeftOut<OrderRef>[]): NotDone[] =>
  leftOut.map(({ row, reason }) => ({ ...describeOrder(row), reason }))

/** A text about one order, or about several. */
export const nameOrCount =
  (ofOne: (number: string) => string, ofAll: (count: number) => string) =>
  (orders: OrderRef[]): string =>
    orders.length === 1 && orders[0] ? ofOne(orders[0].orderNumber) : ofAll(orders.length)

/** Most actions can be undone for ten seconds. */
export function useOrderActions() {
  const navigate = usePageNavigate()
  const mayLink = useMayOpen(pages.erp)
  const { button } = useBusy()
  const refresh = () => refetch(...queryKeys)
  /** Throws the first refusal, after restoring the others. */
  const restoreAll = async (orders: OrderRef[]) => {
    const problems: unknown[] = []
    for (const { id } of orders)
      await api.get('/api/Shop/RestoreOrder', { id }).catch((error: unknown) => problems.push(error))
    await refresh()
    if (problems.length > 0) throw problems[0]
  }
  const withdraw = async (ids: string[]) => {
    for (const part of inParts(ids, maxOrdersPerCall))
      await api.post('/api/Shop/WithdrawTransfers', { ids: part })
    await refresh()
  }
  /** With a version, an order that was changed since is left as it is. */
  const cancelAll = async (orders: OrderRef[], leftOut: LeftOut<OrderRef>[] = []) => {
    await startBulk({
      title: t('panel.order.cancel'),
      items: orders,
      notDone: describeLeftOut(leftOut),
      run: oneByOne(({ id, version }) => api.get('/api/Shop/DeleteOrder', { id, version }), describeOrder),
      doneText: nameOrCount(
        (number) => t('panel.order.cancelled', { number }),
        (count) => t('panel.order.cancelledAll', { count }),
      ),
      undo: restoreAll,
      refetched: queryKeys,
    })
  }
  /** If no ERP is linked, offers to link one and answers false. */
  const transferAll = async (orders: OrderRef[], leftOut: LeftOut<OrderRef>[] = []) => {
    let waitsFor: WaitReason | undefined
    const run = async (items: OrderRef[]) => {
      const { data } = await api.post('/api/Shop/TransferOrders', { ids: items.map(({ id }) => id) })
      waitsFor = data.waitsFor
      const outcomes = new Map(data.orders.map(({ id, outcome }) => [id, outcome]))
      return items.flatMap((order) => {
        const outcome = outcomes.get(order.id) ?? 'notFound'
        return outcome === 'queued' ? [] : [{ ...describeOrder(order), reason: whyNotQueued[outcome] }]
      })
    }
    try {
      await startBulk({
        title: t('panel.order.transfer'),
        items: orders,
        notDone: describeLeftOut(leftOut),
        itemsPerCall: maxOrdersPerCall,
        run,
        doneText: ({ length: count }) =>
          [
            t('panel.order.transferOutcome.queued', { count }),
            ...(waitsFor ? [t(`panel.order.waitsFor.${waitsFor}`)] : []),
          ].join(' · '),
        undo: (queued) => withdraw(queued.map(({ id }) => id)),
        refetched: queryKeys,
      })
      return true
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
  }
  return { button, refresh, cancelAll, restoreAll, transferAll, withdraw }
}

const whyNotQueued: Record<Exclude<TransferOutcome, 'queued'>, string> = {
  waiting: notInState(t('panel.order.waiting')),
  transferred: notInState(t('order.transferred')),
  cancelled: notInState(t('order.state.cancelled')),
  held: notInState(t('order.state.review')),
  notFound: t('error.notFound'),
}
