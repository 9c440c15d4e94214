import pino, { type Logger } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
export type Log = Logger

/** Where the log goes, line by line. */
type Output = { write: (text: string) => void; isTTY?: boolean }

/** What a line says of the request it belongs to; never more of an address than its path. */
export type RequestContext = {
  requestId: string
  method: string
  path: string
  host: string
  /** The tenant's key; null before it is known. */
  tenant: string | null
  /** The name of the user who has signed in; null where nobody has. */
  user: string | null
}

/** The server's one log: an object of JSON a line, or a readable text where the output is a terminal. */
export function openLog(level: LogLevel, output: Output = process.stderr): Log {
  const write = (line: string) => output.write(output.isTTY ? asText(JSON.parse(line) as Line) : line)
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorOf },
    },
    { write },
  )
}

/** A log whose every line carries what is known of a request at that moment. */
export function logOf(log: Log, context: RequestContext): Log {
  return log.child({}, { formatters: { log: (line) => ({ ...context, ...line }) } })
}

/** What is said of an error. The rest of what it carries, such as the row that a database refused, may hold secrets. */
function errorOf(error: Error): Record<string, unknown> {
  const { type, message, stack, code } = pino.stdSerializers.err(error)
  return { type, message, stack, ...(code === undefined ? {} : { code }) }
}

type Line = Partial<RequestContext> & {
  level: string
  time: string
  msg?: string
  err?: { message?: string; stack?: string }
} & Record<string, unknown>

/** A line as people read it: when, how bad, what; then of which request, and the error's stack below. */
function asText({
  level,
  time,
  msg,
  err,
  requestId,
  method,
  path,
  host,
  tenant,
  user,
  ...more
}: Line): string {
  const request = requestId ? [`${method} ${host}${path}`, tenant, user, requestId].filter(Boolean) : []
  const rest = Object.entries(more).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const head = [time.slice(11, 19), level.toUpperCase().padEnd(5), msg ?? err?.message ?? '', ...rest]
  const below = err ? `\n${err.stack ?? err.message}` : ''
  return `${head.join(' ')}${request.length > 0 ? ` (${request.join(', ')})` : ''}${below}\n`
}
