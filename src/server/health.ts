import type { FastifyInstance } from 'fastify'
import type { Database } from './db/tenant.ts'
import { isPhotoStorageFull, isStorageFull } from './storageSpace.ts'

type Reason = 'stopping' | 'storage' | 'database'

/**
 * Serves `/health`: 200 while orders can be taken, `degraded` where photos cannot, else 503 with the reason. Each call
 * looks anew, for a second at most.
 */
export function healthRoute(
  app: FastifyInstance,
  database: Pick<Database, 'isThere'>,
  isStopping: () => boolean,
): void {
  app.get('/health', async (_request, reply) => {
    const trouble = await whatIsWrong()
    reply.header('cache-control', 'no-store')
    if (!trouble)
      return isPhotoStorageFull() ? { status: 'degraded', reason: 'photoStorage' } : { status: 'ok' }
    return reply.status(503).header('retry-after', 1).send({ status: 'unavailable', reason: trouble })
  })

  async function whatIsWrong(): Promise<Reason | undefined> {
    if (isStopping()) return 'stopping'
    if (isStorageFull()) return 'storage'
    return (await database.isThere()) ? undefined : 'database'
  }
}
