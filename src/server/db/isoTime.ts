/** SQL for an instant as the wire has it: ISO 8601 in UTC, to the millisecond. */
export const isoTime = (expression: string) =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
