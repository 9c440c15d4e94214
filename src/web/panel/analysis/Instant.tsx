import { dayOf } from '#shared/clock.ts'
import { formatDateTime, formatTime } from '#web/format.ts'

/** Today's instants show only the time. */
export function Instant({ at }: { at: string }) {
  return <time dateTime={at}>{instantText(at)}</time>
}

function instantText(at: string): string {
  const isToday = dayOf(new Date(at)) === dayOf(new Date())
  return isToday ? formatTime(at) : formatDateTime(at)
}
