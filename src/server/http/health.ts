import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/tenant.ts'
import { isPhotoStorageFull, isStorageFull } from '#server/files/storageSpace.ts'

type Reason = 'stopping' | 'storage' | 'database'

/**
 * `/health`: 200 while orders can be placed, `degraded` without photos, else 503 with the reason. Checks on each
 * call, at most a second.
 */
export function healthRoute(
  app: FastifyInstance,
  database: Pick<Database, 'isThere'>,
  isStopping: () => boolean,
): void {
  app.get('/health', async (_request, reply) => {
    const trouble = await findTrouble()
    reply.header('cache-control', 'no-store')
    if (!trouble)
      return isPhotoStorageFull() ? { status: 'degraded', reason: 'photoStorage' } : { status: 'ok' }
    return reply.status(503).header('retry-after', 1).send({ status: 'unavailable', reason: trouble })
  })

  async function findTrouble(): Promise<Reason | undefined> {
    if (isStopping()) return 'stopping'
    if (isStorageFull()) return 'storage'
    return (await database.isThere()) === false ? 'database' : undefined
  }
}
