import { orderReachOf } from '#server/customers/reach.ts'
import { type Call, FileAnswer } from '#server/http.ts'
import { Refusal } from '#shared/errors.ts'
import type { getOrderExcel, getOrderPdf } from '#shared/orders.ts'
import { documentOfGuidKey } from './orderDocument.ts'
import { type DocumentKind, printOrder } from './press.ts'

type Asked = { guidKey: string }
type Asking = Pick<Call<typeof getOrderPdf>, 'inTenant' | 'user' | 'language' | 'tenant' | 'services'>

/** The order as a PDF, to print. */
export function downloadPdf(call: Call<typeof getOrderPdf>, asked: Asked) {
  return download('pdf', call, asked)
}

/** The order as a workbook. */
export function downloadExcel(call: Call<typeof getOrderExcel>, asked: Asked) {
  return download('xlsx', call, asked)
}

/** The transaction that reads the order is over before anything is drawn. */
async function download(kind: DocumentKind, call: Asking, { guidKey }: Asked): Promise<FileAnswer> {
  const { inTenant, user, language, tenant, services } = call
  const order = await inTenant('read', (tx) => documentOfGuidKey(tx, orderReachOf(user), guidKey))
  if (!order) throw new Refusal('notFound')
  const file = await printOrder(kind, order, language, { tenant, photos: services.photos })
  return new FileAnswer(file.bytes, file.name)
}
