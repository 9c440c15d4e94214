import { translate } from '#server/i18n.ts'
import type { AttributeSetting } from '#shared/catalogue/attributes.ts'
import { localTimeMs } from '#shared/clock.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { Language } from '#shared/tenancy.ts'

/** Language and time zone of a file's reader. */
export type Voice = {
  language: Language
  say: (key: MessageKey, values?: Record<string, unknown>) => string
  attributes: AttributeSetting[]
  /** Local time as if it were UTC, because spreadsheets have no zones. */
  clock: (instant: string) => Date
}

type Heading =
  | {
      name: MessageKey
      /** Appended, to tell columns of one name apart. */
      of?: string
    }
  | { heading: string }

/**
 * `instant`: ISO 8601; `day`: ISO day; `money` and `unitPrice`: major units; `serial`: a number that names something, so
 * that it has no separators; `mixed`: a number in some rows and a text in others.
 */
export type ExportColumn<Row> = Heading & { width?: number | undefined } & (
    | { kind: 'text'; value: (row: Row, voice: Voice) => string | undefined }
    | { kind: 'mixed'; value: (row: Row, voice: Voice) => string | number | undefined }
    | { kind: 'whole' | 'serial' | 'money' | 'unitPrice'; value: (row: Row) => number | undefined }
    | { kind: 'instant'; value: (row: Row) => string | undefined }
    | { kind: 'day'; value: (row: Row) => string | undefined }
  )

export function headingOf<Row>(column: ExportColumn<Row>, { say }: Voice): string {
  if ('heading' in column) return column.heading
  return column.of ? `${say(column.name)} ${column.of}` : say(column.name)
}

/** `width` in characters; by default the kind's. */
type MakeColumn<Value, More extends unknown[] = []> = <Row>(
  name: MessageKey,
  value: (row: Row, ...more: More) => Value | undefined,
  width?: number,
) => ExportColumn<Row>

export const asText: MakeColumn<string, [Voice]> = (name, value, width) => ({
  name,
  kind: 'text',
  value,
  width,
})
export const asWhole: MakeColumn<number> = (name, value, width) => ({ name, kind: 'whole', value, width })
export const asSerial: MakeColumn<number> = (name, value, width) => ({ name, kind: 'serial', value, width })
export const asMoney: MakeColumn<number> = (name, value, width) => ({ name, kind: 'money', value, width })
export const asInstant: MakeColumn<string> = (name, value) => ({ name, kind: 'instant', value })

/** One column per distinct value. */
export type ColumnPerValue<Row> = {
  /** SQL: selects distinct `value`s in column order, of the rows in `found` (id); $1 is the tenant. */
  values: string
  /** '' if there are no values. */
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

/** Local time as if it were UTC. */
export function clockOf(timeZone: string): (instant: string) => Date {
  return (instant) => new Date(localTimeMs(Date.parse(instant), timeZone))
}
