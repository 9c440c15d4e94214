/**
 * Whose clock days, documents and mails go by, wherever the server or the reader stands: wholesalers have no setting
 * for it. A day of a figure, a list or a document is a day there.
 */
export const timeZone = 'Europe/Istanbul'

const day = 86_400_000
const parts = new Intl.DateTimeFormat('en', {
  timeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** What the clock there shows, in milliseconds as if it were UTC. */
function shownAt(instant: number): number {
  const shown = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]))
  return Date.parse(
    `${shown.year}-${shown.month}-${shown.day}T${shown.hour}:${shown.minute}:${shown.second}Z`,
  )
}

/** The day of an instant: '2026-05-31'. */
export function dayOf(instant: Date): string {
  return new Date(shownAt(instant.getTime())).toISOString().slice(0, 10)
}

/** When a day begins. */
export function startOf(givenDay: string): Date {
  const midnight = Date.parse(`${givenDay}T00:00:00Z`)
  // Of the offset an hour or so away first, then of the one that holds at that instant.
  const near = midnight - (shownAt(midnight) - midnight)
  return new Date(midnight - (shownAt(near) - near))
}

/** The day so many days after another; before it where count is negative. */
export function addDays(givenDay: string, count: number): string {
  return new Date(Date.parse(`${givenDay}T00:00:00Z`) + count * day).toISOString().slice(0, 10)
}

/** How many days there are from the one to the other, the last included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / day) + 1
}
