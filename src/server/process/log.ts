import pino, { type Logger } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
export type Log = Logger

type Output = { write: (text: string) => void; isTTY?: boolean }

/** The path only, without the query. */
export type RequestContext = {
  requestId: string
  method: string
  path: string
  host: string
  /** Null before it is known. */
  tenant: string | null
  /** Null for guests. */
  user: string | null
}

/** JSON lines, or readable text on a terminal. */
export function openLog(level: LogLevel, output: Output = process.stderr): Log {
  const write = (line: string) => output.write(output.isTTY ? entryText(JSON.parse(line) as LogEntry) : line)
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

/** Adds the request's context at the time of logging. */
export function logOf(log: Log, context: RequestContext): Log {
  return log.child({}, { formatters: { log: (line) => ({ ...context, ...line }) } })
}

/** Other properties, such as a rejected row, may contain secrets. */
function errorOf(error: Error): Record<string, unknown> {
  const { type, message, stack, code } = pino.stdSerializers.err(error)
  return { type, message, stack, ...(code === undefined ? {} : { code }) }
}

type LogEntry = Partial<RequestContext> & {
  level: string
  time: string
  msg?: string
  err?: { message?: string; stack?: string }
} & Record<string, unknown>

function entryText({
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
}: LogEntry): string {
  const request = requestId ? [`${method} ${host}${path}`, tenant, user, requestId].filter(Boolean) : []
  const rest = Object.entries(more).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const head = [time.slice(11, 19), level.toUpperCase().padEnd(5), msg ?? err?.message ?? '', ...rest]
  const below = err ? `\n${err.stack ?? err.message}` : ''
  return `${head.join(' ')}${request.length > 0 ? ` (${request.join(', ')})` : ''}${below}\n`
}
