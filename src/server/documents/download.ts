import { translatedInto } from '#server/catalogue/texts/texts.ts'
import { orderReachOf, reachOf } from '#server/customers/reach.ts'
import { type Call, FileAnswer, verb } from '#server/http/http.ts'
import type { User } from '#server/users/session.ts'
import { Refusal } from '#shared/errors.ts'
import { getOrdersExcel, getOrdersPdf } from '#shared/orders/officeOrders.ts'
import { getOrderExcel, getOrderPdf } from '#shared/orders/orders.ts'
import { documentOfGuidKey, documentsOf } from './orderDocument.ts'
import { type DocumentKind, printOrders } from './printing.ts'

type Asked = { guidKey: string }
type Asking = Pick<Call<typeof getOrderPdf>, 'inTenant' | 'user' | 'language' | 'tenant' | 'services'>

export const downloadPdf = verb(getOrderPdf, (call, asked) => download('pdf', call, asked))

export const downloadExcel = verb(getOrderExcel, (call, asked) => download('xlsx', call, asked))

/** The read transaction ends before drawing starts. */
async function download(kind: DocumentKind, call: Asking, { guidKey }: Asked): Promise<FileAnswer> {
  const { inTenant, user, language, tenant, services } = call
  const into = translatedInto(tenant, language)
  const order = await inTenant('read', (tx) => documentOfGuidKey(tx, orderReachOf(user), guidKey, into))
  if (!order) throw new Refusal('notFound')
  const file = await printOrders(kind, [order], language, { tenant, photos: services.photos })
  return new FileAnswer(file.bytes, file.name)
}

/** Each order starts a new page. */
export const downloadOrdersPdf = verb(getOrdersPdf, (call, { ids }) => downloadAll('pdf', call, ids))

/** Each order gets its own sheet. */
export const downloadOrdersExcel = verb(getOrdersExcel, (call, { ids }) => downloadAll('xlsx', call, ids))

async function downloadAll(kind: DocumentKind, call: Omit<Asking, 'user'> & { user: User }, ids: string[]) {
  const { inTenant, user, language, tenant, services } = call
  const into = translatedInto(tenant, language)
  const orders = await inTenant('read', (tx) => documentsOf(tx, reachOf(user), ids, into))
  if (orders.length < ids.length) throw new Refusal('notFound')
  const file = await printOrders(kind, orders, language, { tenant, photos: services.photos })
  return new FileAnswer(file.bytes, file.name)
}
