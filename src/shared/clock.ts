/**
 * Days are of a tenant's time zone, an IANA name such as Europe/Rome, wherever server and reader are. No function knows
 * one by itself.
 */

const dayMs = 86_400_000
/** Offsets from UTC change at its ends only. */
const quarterHourMs = 900_000

/** Offsets by quarter of an hour: formats are slow, and each order asks for its day. */
type Zone = { format: Intl.DateTimeFormat; offsets: Map<number, number> }
const zones = new Map<string, Zone>()
/** Bounds what many tenants, and exports in zones of their own, can fill. */
const maxZones = 100
const maxOffsetsPerZone = 4000

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known) return known
  if (zones.size >= maxZones) zones.clear()
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const zone = { format, offsets: new Map<number, number>() }
  zones.set(timeZone, zone)
  return zone
}

function offsetMs(instant: number, timeZone: string): number {
  const { format, offsets } = zoneOf(timeZone)
  const start = Math.floor(instant / quarterHourMs) * quarterHourMs
  const known = offsets.get(start)
  if (known !== undefined) return known
  if (offsets.size >= maxOffsetsPerZone) offsets.clear()
  const parts = format.formatToParts(start).map(({ type, value }) => [type, Number(value)])
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = Object.fromEntries(parts)
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - start
  offsets.set(start, offset)
  return offset
}

/** Whether it names a time zone; offsets such as +03:00 have no name. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Local time in milliseconds, as if it were UTC. */
export function localTimeMs(instant: number, timeZone: string): number {
  return instant + offsetMs(instant, timeZone)
}

/** The first instant with this local time, or, where clocks skip it, with the next one. */
export function instantOf(localMs: number, timeZone: string): Date {
  const candidates = [localMs - dayMs, localMs + dayMs].map((near) => localMs - offsetMs(near, timeZone))
  const [first = localMs, second = first] = candidates.toSorted((one, other) => one - other)
  return new Date(localTimeMs(first, timeZone) >= localMs ? first : second)
}

/** '2026-05-31'. */
export function dayOf(instant: Date, timeZone: string): string {
  return new Date(localTimeMs(instant.getTime(), timeZone)).toISOString().slice(0, 10)
}

/** Midnight, or when the day begins where clocks skip it. */
export function startOf(givenDay: string, timeZone: string): Date {
  return instantOf(Date.parse(`${givenDay}T00:00:00Z`), timeZone)
}

/** `count` may be negative. */
export function addDays(givenDay: string, count: number): string {
  return new Date(Date.parse(`${givenDay}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** Inclusive. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1
}
