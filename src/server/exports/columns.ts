import { translate } from '#server/i18n.ts'
import type { AttributeSetting } from '#shared/attributes.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { Language } from '#shared/tenancy.ts'

/** How a file speaks: its reader's language, and the clock on their wall. */
export type Voice = {
  language: Language
  say: (key: MessageKey, values?: Record<string, unknown>) => string
  /** What the tenant calls its attributes. */
  attributes: AttributeSetting[]
  /** An instant as the clock shows it, as if it were UTC: what spreadsheets take, which know no zones. */
  clock: (instant: string) => Date
}

/** What stands above a column: a name in the reader's language, or the same heading for everybody. */
type Heading =
  | {
      name: MessageKey
      /** Which of several columns of that name it is: stands behind the name. */
      of?: string
    }
  | { heading: string }

/** What a column is called and what it holds. An instant is ISO 8601; money is in units, with two places. */
export type ExportColumn<Row> = Heading & { width?: number } & (
    | { kind: 'text'; value: (row: Row, voice: Voice) => string | undefined }
    | { kind: 'whole' | 'money'; value: (row: Row) => number | undefined }
    | { kind: 'instant'; value: (row: Row) => string | undefined }
  )

/** What stands above a column. */
export function headingOf<Row>(column: ExportColumn<Row>, { say }: Voice): string {
  if ('heading' in column) return column.heading
  return column.of ? `${say(column.name)} ${column.of}` : say(column.name)
}

/** A column for each of the values that the rows of a file have. */
export type ColumnPerValue<Row> = {
  /** Selects the distinct values as `value`, in the order of the columns, of the rows `found` by their `id`; $1 is the tenant. */
  values: string
  /** The column of a value; '' where no row has any. */
  column: (value: string) => ExportColumn<Row>
}

export function voiceOf(language: Language, timeZone: string, attributes: AttributeSetting[]): Voice {
  return {
    language,
    say: (key, values) => translate(language, key, values),
    attributes,
    clock: clockOf(timeZone),
  }
}

/** No zone changes its clock but at a quarter of an hour: between them its distance from UTC is asked for once. */
const quarter = 900_000

/** An instant as the clock of a zone shows it, as if it were UTC. */
export function clockOf(timeZone: string): (instant: string) => Date {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const distances = new Map<number, number>()
  const distanceAt = (time: number) => {
    const from = Math.floor(time / quarter) * quarter
    const known = distances.get(from)
    if (known !== undefined) return known
    const part = Object.fromEntries(
      format.formatToParts(from).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part
    const distance = Date.UTC(year, month - 1, day, hour, minute) - from
    distances.set(from, distance)
    return distance
  }
  return (instant) => {
    const time = Date.parse(instant)
    return new Date(time + distanceAt(time))
  }
}
