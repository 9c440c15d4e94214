import { orderReachOf, reachOf } from '#server/customers/reach.ts'
import { type Call, FileAnswer } from '#server/http.ts'
import type { User } from '#server/users/session.ts'
import { Refusal } from '#shared/errors.ts'
import type { getOrdersExcel, getOrdersPdf } from '#shared/officeOrders.ts'
import type { getOrderExcel, getOrderPdf } from '#shared/orders.ts'
import { documentOfGuidKey, documentsOf } from './orderDocument.ts'
import { type DocumentKind, printOrders } from './printing.ts'

type Asked = { guidKey: string }
type Asking = Pick<Call<typeof getOrderPdf>, 'inTenant' | 'user' | 'language' | 'tenant' | 'services'>

export function downloadPdf(call: Call<typeof getOrderPdf>, asked: Asked) {
  return download('pdf', call, asked)
}

export function downloadExcel(call: Call<typeof getOrderExcel>, asked: Asked) {
  return download('xlsx', call, asked)
}

/** The read transaction ends before drawing starts. */
async function download(kind: DocumentKind, call: Asking, { guidKey }: Asked): Promise<FileAnswer> {
  const { inTenant, user, language, tenant, services } = call
  const order = await inTenant('read', (tx) => documentOfGuidKey(tx, orderReachOf(user), guidKey))
  if (!order) throw new Refusal('notFound')
  const file = await printOrders(kind, [order], language, { tenant, photos: services.photos })
  return new FileAnswer(file.bytes, file.name)
}

/** Each order starts a new page. */
export function downloadOrdersPdf(call: Call<typeof getOrdersPdf>, { ids }: Several) {
  return downloadAll('pdf', call, ids)
}

/** Each order gets its own sheet. */
export function downloadOrdersExcel(call: Call<typeof getOrdersExcel>, { ids }: Several) {
  return downloadAll('xlsx', call, ids)
}

type Several = { ids: string[] }

async function downloadAll(kind: DocumentKind, call: Omit<Asking, 'user'> & { user: User }, ids: string[]) {
  const { inTenant, user, language, tenant, services } = call
  const orders = await inTenant('read', (tx) => documentsOf(tx, reachOf(user), ids))
  if (orders.length < ids.length) throw new Refusal('notFound')
  const file = await printOrders(kind, orders, language, { tenant, photos: services.photos })
  return new FileAnswer(file.bytes, file.name)
}
