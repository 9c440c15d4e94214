import { dayOf } from '#shared/clock.ts'
import { formatDateTime, formatTime } from '#web/format.ts'

/** When something was: of today the time alone. */
export function Instant({ at }: { at: string }) {
  return <time dateTime={at}>{written(at)}</time>
}

function written(at: string): string {
  const isToday = dayOf(new Date(at)) === dayOf(new Date())
  return isToday ? formatTime(at) : formatDateTime(at)
}
