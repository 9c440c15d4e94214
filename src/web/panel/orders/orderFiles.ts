import { api } from '#web/api.ts'
import { t } from '#web/i18n.ts'

/** Orders of one file at most; the server takes no more. */
const most = 50

const paths = { pdf: '/api/Shop/GetOrdersPdf', xlsx: '/api/Shop/GetOrdersExcel' } as const
type Kind = keyof typeof paths

/** Fetches orders as one file. Answers false, so that what is ticked stays ticked: nothing has been done with it. */
export async function downloadOrders(kind: Kind, orders: { id: string }[]): Promise<false> {
  if (orders.length > most) throw new Error(t('panel.order.tooManyForFile', { count: most }))
  await api.download(paths[kind], { ids: orders.map(({ id }) => id).join() })
  return false
}
