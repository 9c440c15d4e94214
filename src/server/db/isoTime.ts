/** SQL: ISO 8601 in UTC with milliseconds. */
export const isoTime = (expression: string) =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
