import { statementOf } from '#server/customers/statement.ts'
import { type Call, FileAnswer, verb } from '#server/http/http.ts'
import { getStatementExcel, getStatementPdf, type StatementAsked } from '#shared/customers/statement.ts'
import { type DocumentKind, printStatement } from './printing.ts'

type Asking = Pick<
  Call<typeof getStatementPdf>,
  'inTenant' | 'user' | 'language' | 'tenant' | 'services' | 'now'
>

export const downloadStatementPdf = verb(getStatementPdf, (call, asked) => download('pdf', call, asked))

export const downloadStatementExcel = verb(getStatementExcel, (call, asked) => download('xlsx', call, asked))

/** The read transaction ends before drawing starts. */
async function download(kind: DocumentKind, call: Asking, asked: StatementAsked): Promise<FileAnswer> {
  const { inTenant, language, tenant, services } = call
  const statement = await inTenant('read', (tx) => statementOf(tx, call, asked))
  const file = await printStatement(kind, statement, language, { tenant, photos: services.photos })
  return new FileAnswer(file.bytes, file.name)
}
