import type { FastifyInstance } from 'fastify'

/**
 * Lets every connection end with the answer that it waits for once the server stops. `app.close()` waits for all
 * connections, also for those that a browser has opened ahead and never used: when no request is under way, the
 * rest are ended.
 */
export function endConnectionsWhenStopping(app: FastifyInstance, isStopping: () => boolean): void {
  const { server } = app
  let requestsUnderWay = 0
  let isClosing = false
  const endUnused = () => {
    if (isClosing && requestsUnderWay === 0) server.closeAllConnections()
  }
  server.on('request', (_request, response) => {
    requestsUnderWay += 1
    response.once('close', () => {
      requestsUnderWay -= 1
      endUnused()
    })
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (isStopping()) reply.header('connection', 'close')
    next(null, payload)
  })
  app.addHook('preClose', (done) => {
    isClosing = true
    // What has arrived by now is still taken up.
    setImmediate(endUnused)
    done()
  })
}
