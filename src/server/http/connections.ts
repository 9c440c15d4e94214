import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long clients may leave the server waiting. */
export type ConnectionLimits = {
  /** For the headers of a request, from connecting or from its first byte. */
  headersTimeoutMs: number
  /** In which `minBodyBytes` of a body must arrive, and anything of an answer must be taken. */
  stallTimeoutMs: number
  minBodyBytes: number
  /** Connections without a request; the longest idle are closed first. */
  maxIdle: number
  checkEveryMs: number
}

/** For the slowest mobile lines. A sweep looks at running requests alone. */
export const connectionLimits: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  stallTimeoutMs: 30_000,
  minBodyBytes: 8192,
  maxIdle: 10_000,
  checkEveryMs: 1000,
}

/** Until the answer is taken and the request has arrived. */
type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  /** When the current `stallTimeoutMs` began; 0 before the first look. */
  since: number
  /** That had been read then. */
  bytesRead: number
  /** Whether the socket closes unless something of the answer is taken. */
  isTimed: boolean
}

/**
 * Closes connections on which nothing comes, so that who connects and stays silent takes nobody's place. Node itself
 * limits the headers. When stopping, closes idle connections, which `app.close()` would wait for.
 */
export function keepConnections(
  app: FastifyInstance,
  { isStopping, limits }: { isStopping: () => boolean; limits: ConnectionLimits },
): void {
  const { server } = app
  const exchanges = new Set<Exchange>()
  const idle = new Set<Socket>()
  let openResponses = 0
  let isClosing = false

  const beIdle = (socket: Socket) => {
    if (socket.destroyed) return
    idle.add(socket)
    if (idle.size <= limits.maxIdle) return
    const [longest = socket] = idle
    idle.delete(longest)
    // A pipelined request may be running; then the connection is idle again after it.
    if (![...exchanges].some(({ request }) => request.socket === longest)) longest.destroy()
  }
  const closeIdle = () => {
    if (isClosing && openResponses === 0) server.closeAllConnections()
  }
  const end = (exchange: Exchange) => {
    exchanges.delete(exchange)
    beIdle(exchange.request.socket)
  }

  server.on('connection', (socket) => {
    beIdle(socket)
    socket.once('close', () => idle.delete(socket))
  })
  server.on('request', (request, response) => {
    const exchange = { request, response, since: 0, bytesRead: 0, isTimed: false }
    idle.delete(request.socket)
    exchanges.add(exchange)
    openResponses += 1
    response.once('close', () => {
      openResponses -= 1
      // Else the rest of a refused body is still on its way.
      if (request.complete || request.socket.destroyed) end(exchange)
      closeIdle()
    })
  })

  const look = (exchange: Exchange, now: number) => {
    const { request, response } = exchange
    const { socket } = request
    if (socket.destroyed || (request.complete && response.closed)) return end(exchange)
    if (request.complete) {
      const isTaken = response.writableEnded || response.writableNeedDrain
      if (isTaken !== exchange.isTimed) response.setTimeout(isTaken ? limits.stallTimeoutMs : 0)
      exchange.isTimed = isTaken
      return
    }
    // It is us who do not read.
    if (request.readableLength > 0) exchange.since = 0
    if (exchange.since > 0 && now - exchange.since < limits.stallTimeoutMs) return
    if (exchange.since > 0 && socket.bytesRead - exchange.bytesRead < limits.minBodyBytes) {
      socket.destroy()
      return
    }
    exchange.since = now
    exchange.bytesRead = socket.bytesRead
  }
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const exchange of exchanges) look(exchange, now)
  }, limits.checkEveryMs).unref()

  app.addHook('onSend', (_request, reply, payload, next) => {
    if (isStopping()) reply.header('connection', 'close')
    next(null, payload)
  })
  app.addHook('preClose', (done) => {
    isClosing = true
    // Requests that have just arrived are still served.
    setImmediate(closeIdle)
    done()
  })
  app.addHook('onClose', async () => clearInterval(sweep))
}

/** Answers what is no request. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // A browser that connected ahead would take an answer for that to its next request.
  if (socket.bytesRead > 0 && socket.writable) {
    const status = statusOfBroken[error.code ?? ''] ?? '400 Bad Request'
    socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }
  socket.destroy()
}

const statusOfBroken: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}
