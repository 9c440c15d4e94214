/** Decides days everywhere (figures, lists, documents, mails), wherever server and reader are. Not configurable. */
export const timeZone = 'Europe/Istanbul'

const dayMs = 86_400_000
/** Made at first use: it takes longer than most modules take to load. */
let localFormat: Intl.DateTimeFormat | undefined
const makeFormat = () =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

/** Clocks are changed at its ends only. */
const quarterHourMs = 900_000
/** Of the quarter of an hour that was asked for last: formats are slow, and each order asks for its day. */
let known: { start: number; offsetMs: number } | undefined

/** Local time in milliseconds, as if it were UTC. */
function localTimeMs(instant: number): number {
  const start = Math.floor(instant / quarterHourMs) * quarterHourMs
  if (known?.start !== start) known = { start, offsetMs: formattedMs(start) - start }
  return instant + known.offsetMs
}

function formattedMs(instant: number): number {
  const local = Object.fromEntries(
    (localFormat ??= makeFormat()).formatToParts(instant).map(({ type, value }) => [type, value]),
  )
  return Date.parse(
    `${local.year}-${local.month}-${local.day}T${local.hour}:${local.minute}:${local.second}Z`,
  )
}

/** '2026-05-31'. */
export function dayOf(instant: Date): string {
  return new Date(localTimeMs(instant.getTime())).toISOString().slice(0, 10)
}

export function startOf(givenDay: string): Date {
  const midnight = Date.parse(`${givenDay}T00:00:00Z`)
  // First the offset nearby, then the one valid at that instant.
  const near = midnight - (localTimeMs(midnight) - midnight)
  return new Date(midnight - (localTimeMs(near) - near))
}

/** `count` may be negative. */
export function addDays(givenDay: string, count: number): string {
  return new Date(Date.parse(`${givenDay}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** Inclusive. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1
}
