/** `17 min`, for people at a terminal and for the log. */
export function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}
