import { finished, Readable } from 'node:stream'
import { allOf, type ListQuery, readRows, valuesOf } from '#server/db/listPage.ts'
import type { Snapshot } from '#server/db/tenant.ts'
import { type SignedIn, StreamAnswer } from '#server/http.ts'
import { Refusal } from '#shared/errors.ts'
import { type ExportFormat, exportTypes } from '#shared/exports.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import { type ColumnPerValue, type ExportColumn, voiceOf } from './columns.ts'
import { csvText } from './csv.ts'
import { workbookOf } from './workbook.ts'

type Asked = {
  format: ExportFormat
  timeZone: string
  ids?: string[] | undefined
}

type Export<Row, Key extends string, Filters> = {
  /** What the list is called, and with the day its file. */
  title: MessageKey
  columns: Record<Key, ExportColumn<Row> | ColumnPerValue<Row>>
  /** The list's own query: what it finds, in its order. */
  query: (call: SignedIn, filters: Filters) => ListQuery
}

type SentList<Row> = {
  title: MessageKey
  /** Makes the query anew each time. */
  query: () => ListQuery
  /** The columns of the file, read in the moment that its rows are of. */
  columns: (snapshot: Snapshot) => Promise<ExportColumn<Row>[]>
}

/** Rows that are read and written at a time: enough for few round trips, little enough to hold. */
const batchSize = 500
/** Exports at once; each has a connection of its own. */
export const mostRunning = 4
let running = 0

/** The verb of a list's export with the columns that are asked for. */
export function listExport<Row, Key extends string, Filters>(of: Export<Row, Key, Filters>) {
  return (call: SignedIn, asked: Filters & Asked & { columns: Key[] }): Promise<StreamAnswer> => {
    const query = () => of.query(call, asked)
    const columns = async (snapshot: Snapshot) => {
      const shown: ExportColumn<Row>[] = []
      for (const key of asked.columns) {
        const column = of.columns[key]
        if ('kind' in column) shown.push(column)
        else {
          const found = await valuesOf(snapshot, query(), { select: column.values, ids: asked.ids })
          shown.push(...(found.length > 0 ? found : ['']).map(column.column))
        }
      }
      return shown
    }
    return sendList(call, asked, { title: of.title, query, columns })
  }
}

/**
 * Sends what a list finds, in its order, as a file: all of one moment, written while it is read, so that no more than a
 * batch is ever held.
 */
export async function sendList<Row>(
  call: Pick<SignedIn, 'services' | 'tenant' | 'language' | 'now'>,
  asked: Asked,
  list: SentList<Row>,
): Promise<StreamAnswer> {
  if (running >= mostRunning) throw new Refusal('server.busy')
  running += 1
  const release = () => {
    running -= 1
  }
  try {
    const snapshot = await call.services.database.snapshot(call.tenant.id)
    return await write(list, call, asked, snapshot, release)
  } catch (error) {
    release()
    throw error
  }
}

async function write<Row>(
  { title, columns, query }: SentList<Row>,
  { language, now, tenant }: Pick<SignedIn, 'language' | 'now' | 'tenant'>,
  asked: Asked,
  snapshot: Snapshot,
  release: () => void,
): Promise<StreamAnswer> {
  try {
    const shown = await columns(snapshot)
    const batches = await started(rowsOf<Row>(snapshot, query(), asked.ids))
    const voice = voiceOf(language, asked.timeZone, tenant.attributes)
    const content =
      asked.format === 'csv'
        ? Readable.from(csvText(shown, batches, voice), { objectMode: false })
        : workbookOf(voice.say(title), shown, batches, voice)
    finished(content, () => {
      release()
      void snapshot.close()
    })
    const day = voice.clock(now.toISOString()).toISOString().slice(0, 10)
    return new StreamAnswer(content, `${voice.say(title)} ${day}.${asked.format}`, exportTypes[asked.format])
  } catch (error) {
    await snapshot.close()
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

/** Has the first rows read, so that what fails at once is answered as a failure. */
async function started<Item>(items: AsyncGenerator<Item>): Promise<AsyncGenerator<Item>> {
  const first = await items.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* items
  })()
}
