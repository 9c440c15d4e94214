import { translate } from '#server/i18n.ts'
import type { MessageKey } from '#shared/i18n/keys.ts'
import type { Language } from '#shared/tenancy.ts'

/** How a file speaks: its reader's language, and the clock on their wall. */
export type Voice = {
  language: Language
  say: (key: MessageKey) => string
  /** An instant as the clock shows it, as if it were UTC: what spreadsheets take, which know no zones. */
  clock: (instant: string) => Date
}

/** What a column is called and what it holds. An instant is ISO 8601; money is in units, with two places. */
export type ExportColumn<Row> = { name: MessageKey; width?: number } & (
  | { kind: 'text'; value: (row: Row, voice: Voice) => string | undefined }
  | { kind: 'whole' | 'money'; value: (row: Row) => number | undefined }
  | { kind: 'instant'; value: (row: Row) => string | undefined }
)

export function voiceOf(language: Language, timeZone: string): Voice {
  return { language, say: (key) => translate(language, key), clock: clockOf(timeZone) }
}

/** No zone changes its clock but at a quarter of an hour: between them its distance from UTC is asked for once. */
const quarter = 900_000

function clockOf(timeZone: string): (instant: string) => Date {
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
