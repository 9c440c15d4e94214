import { finished, Readable } from 'node:stream'
import type { z } from 'zod'
import { allOf, type ListQuery, readRows, valuesOf } from '#server/db/listPage.ts'
import type { Snapshot } from '#server/db/tenant.ts'
import { type Served, type SignedIn, StreamAnswer } from '#server/http/http.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { Refusal } from '#shared/errors.ts'
import { type ExportFormat, exportTypes } from '#shared/exports/exports.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { type ColumnPerValue, type ExportColumn, voiceOf } from './columns.ts'
import { csvText } from './csv.ts'
import { listSheet } from './listSheet.ts'
import { workbookFile } from './workbook.ts'

type ExportRequest = {
  format: ExportFormat
  timeZone?: string | undefined
  ids?: string[] | undefined
}

/** A list whose columns the office chooses. */
type ListEndpoint = Endpoint<'POST', string, z.ZodType<ExportRequest & { columns: string[] }>>

type Export<Row, Asked extends { columns: string[] }> = {
  /** Title of the list and its file. */
  title: MessageKey
  columns: Record<Asked['columns'][number], ExportColumn<Row> | ColumnPerValue<Row>>
  query: (call: SignedIn, filters: Asked) => ListQuery
}

type SentList<Row> = {
  title: MessageKey
  /** A new query each time. */
  query: () => ListQuery
  /** Read from the same snapshot as the rows. */
  columns: (snapshot: Snapshot) => Promise<ExportColumn<Row>[]>
}

const batchSize = 500
/** Each export has its own connection. */
export const maxRunningExports = 4
let running = 0

/** The verb of a list's export. */
export function listExport<Row, E extends ListEndpoint>(
  endpoint: E,
  definition: Export<Row, z.output<E['input']>>,
): Served<E> {
  const run = (call: SignedIn, asked: z.output<E['input']>): Promise<StreamAnswer> => {
    const query = () => definition.query(call, asked)
    const columns = async (snapshot: Snapshot) => {
      const shownColumns: ExportColumn<Row>[] = []
      for (const key of asked.columns as (keyof typeof definition.columns)[]) {
        const column = definition.columns[key]
        if ('kind' in column) shownColumns.push(column)
        else {
          const found = await valuesOf(snapshot, query(), { select: column.values, ids: asked.ids })
          shownColumns.push(...(found.length > 0 ? found : ['']).map(column.column))
        }
      }
      return shownColumns
    }
    return sendList(call, asked, { title: definition.title, query, columns })
  }
  return { endpoint, run: run as never }
}

/** Streams a list from one snapshot, batch by batch. Refuses with `server.busy`. */
export async function sendList<Row>(
  { services, tenant, language, now }: Pick<SignedIn, 'services' | 'tenant' | 'language' | 'now'>,
  asked: ExportRequest,
  { title, columns, query }: SentList<Row>,
): Promise<StreamAnswer> {
  if (running >= maxRunningExports) throw new Refusal('server.busy')
  running += 1
  let snapshot: Snapshot | undefined
  const end = async () => {
    running -= 1
    await snapshot?.[Symbol.asyncDispose]()
  }
  try {
    snapshot = await services.database.snapshot(tenant.id)
    const shownColumns = await columns(snapshot)
    const batches = await startReading(rowsOf<Row>(snapshot, query(), asked.ids))
    const voice = voiceOf(language, asked.timeZone ?? tenant.timeZone, tenant.attributes)
    const content =
      asked.format === 'csv'
        ? Readable.from(csvText(shownColumns, batches, voice), { objectMode: false })
        : workbookFile([listSheet(voice.say(title), shownColumns, batches, voice)])
    finished(content, () => void end())
    const day = voice.clock(now.toISOString()).toISOString().slice(0, 10)
    return new StreamAnswer(content, `${voice.say(title)} ${day}.${asked.format}`, exportTypes[asked.format])
  } catch (error) {
    await end()
    throw error
  }
}

async function* rowsOf<Row>(
  snapshot: Snapshot,
  list: ListQuery,
  only: string[] | undefined,
): AsyncGenerator<Row[]> {
  const { statement, values } = allOf(list, only)
  for await (const found of snapshot.batches<{ id: string }>(statement, values, batchSize)) {
    yield await readRows<Row>(
      snapshot,
      list.rows,
      found.map(({ id }) => id),
    )
  }
}

/** Reads the first batch, so that early errors are reported as such. */
async function startReading<Item>(items: AsyncGenerator<Item>): Promise<AsyncGenerator<Item>> {
  const first = await items.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* items
  })()
}
