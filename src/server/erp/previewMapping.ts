import { prepared } from '#server/db/statement.ts'
import { verb } from '#server/http/http.ts'
import { previewErpMapping } from '#shared/erp/erp.ts'
import { fillPattern } from '#shared/erp/fieldPattern.ts'
import { checkedMapping } from './checkedSettings.ts'
import { documentsOf } from './documents.ts'
import { previewRows } from './files/orderFile.ts'

const newest = prepared(`select id from orders where tenant_id = $1 order by number desc limit 1`)

const maxPreviewRows = 10

/** The newest order in a mapping being edited. */
export const previewMapping = verb(previewErpMapping, async (call, given) => {
  const { columns, fields = [], dialect = 'semicolon', productCode } = checkedMapping(call, given)
  const headings = columns ? columns.map(({ name }) => name) : ['name', 'value']
  const [order] = await call.tx.query<{ id: string }>(newest)
  const [document] = order ? await documentsOf(call.tx, order.id, productCode) : []
  if (!document) return { columns: headings, rows: [] }
  const rows = columns
    ? previewRows(document, columns, dialect, maxPreviewRows)
    : fields.map(({ name, value }) => [name, fillPattern(value, document).trim()])
  return { orderNumber: document.orderNumber, columns: headings, rows }
})
