import { maxOrdersPerFile, maxPrintedOrders, type OrderFileKind } from '#shared/orders/orderRules.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { refetch } from '../refetch.ts'

export const orderFilesKey = ['orderFiles']

const paths = { pdf: '/api/Shop/GetOrdersPdf', xlsx: '/api/Shop/GetOrdersExcel' } as const

/** Downloads one file; large ones are made in the background. Answers false to keep the selection. */
export async function downloadOrders(kind: OrderFileKind, orders: { id: string }[]): Promise<false> {
  const problem = whyTooManyOrders(orders.length)
  if (problem) throw new Error(problem)
  const ids = orders.map(({ id }) => id)
  if (ids.length <= maxPrintedOrders) {
    await api.download(paths[kind], { ids: ids.join() })
    return false
  }
  await api.post('/api/Shop/StartOrderFile', { kind, ids })
  notifyDone(t('panel.orderFile.started'))
  await refetch(orderFilesKey)
  return false
}

/** A file has at most this many. */
export const whyTooManyOrders = (count: number) =>
  count > maxOrdersPerFile ? t('panel.order.tooManyForFile', { count: maxOrdersPerFile }) : undefined
