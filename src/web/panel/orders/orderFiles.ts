import { maxOrdersPerFile, maxPrintedOrders, type OrderFileKind } from '#shared/orderRules.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { refetch } from '../refetch.ts'
import type { toOrderRequest } from './orderSearch.ts'

export const orderFilesKey = ['orderFiles']

const paths = { pdf: '/api/Shop/GetOrdersPdf', xlsx: '/api/Shop/GetOrdersExcel' } as const

/** Downloads one file; large ones are made in the background. Answers false to keep the selection. */
export async function downloadOrders(kind: OrderFileKind, orders: { id: string }[]): Promise<false> {
  checkOrderLimit(orders.length)
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

const pageSize = 200

export async function downloadAllOrders(
  kind: OrderFileKind,
  request: ReturnType<typeof toOrderRequest>,
  total: number,
): Promise<false> {
  checkOrderLimit(total)
  const orders: { id: string }[] = []
  for (let page = 1; (page - 1) * pageSize < total; page += 1) {
    const { data } = await api.post('/api/Shop/GetOrders', { ...request, page, limit: pageSize })
    orders.push(...data.items)
  }
  return downloadOrders(kind, orders)
}

function checkOrderLimit(count: number): void {
  if (count > maxOrdersPerFile) throw new Error(t('panel.order.tooManyForFile', { count: maxOrdersPerFile }))
}
