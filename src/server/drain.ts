import type { FastifyInstance } from 'fastify'

/**
 * `app.close()` also waits for idle connections that browsers opened ahead, so this closes them once no request is
 * running.
 */
export function endConnectionsWhenStopping(app: FastifyInstance, isStopping: () => boolean): void {
  const { server } = app
  let activeRequests = 0
  let isClosing = false
  const closeIdle = () => {
    if (isClosing && activeRequests === 0) server.closeAllConnections()
  }
  server.on('request', (_request, response) => {
    activeRequests += 1
    response.once('close', () => {
      activeRequests -= 1
      closeIdle()
    })
  })
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
}
