import { maxOrdersPerFile, maxPrintedOrders, type OrderFileKind } from '#shared/orderRules.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { notifyDone } from '#web/notify.ts'
import { queryClient } from '#web/queryClient.ts'
import type { orderCall } from './orderSearch.ts'

/** What the user's files of many orders are kept under. */
export const orderFilesKey = ['orderFiles']

const paths = { pdf: '/api/Shop/GetOrdersPdf', xlsx: '/api/Shop/GetOrdersExcel' } as const

/**
 * Fetches orders as one file; of more than a few it is made in the background, and told of above the page. Answers
 * false, so that what is ticked stays ticked: nothing has been done with it.
 */
export async function downloadOrders(kind: OrderFileKind, orders: { id: string }[]): Promise<false> {
  refuseTooMany(orders.length)
  const ids = orders.map(({ id }) => id)
  if (ids.length <= maxPrintedOrders) {
    await api.download(paths[kind], { ids: ids.join() })
    return false
  }
  await api.post('/api/Shop/StartOrderFile', { kind, ids })
  notifyDone(t('panel.orderFile.started'))
  await queryClient.invalidateQueries({ queryKey: orderFilesKey })
  return false
}

const pageSize = 200

/** The same of all orders that the filters let through. */
export async function downloadAllOrders(
  kind: OrderFileKind,
  call: ReturnType<typeof orderCall>,
  total: number,
): Promise<false> {
  refuseTooMany(total)
  const orders: { id: string }[] = []
  for (let page = 1; (page - 1) * pageSize < total; page += 1) {
    const { data } = await api.post('/api/Shop/GetOrders', { ...call, page, limit: pageSize })
    orders.push(...data.items)
  }
  return downloadOrders(kind, orders)
}

function refuseTooMany(count: number): void {
  if (count > maxOrdersPerFile) throw new Error(t('panel.order.tooManyForFile', { count: maxOrdersPerFile }))
}
