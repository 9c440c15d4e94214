// The real server, started by the bench.
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import type { Connections } from '#server/db/connection.ts'
import { openDatabase } from '#server/db/tenant.ts'
import { openPhotoStore } from '#server/images/photoStore.ts'
import { projectFolder } from '#server/projectFolder.ts'
import { openTenants } from '#server/tenancy/tenants.ts'
import { quietServices } from '#test/services.ts'
import { recording } from './recording.ts'
import { ownUsage, serveParent } from './serverChild.ts'
import { countStatements } from './statementCount.ts'

type Input = { connections: Connections; folder: string; maxMb: number }

await serveParent(async ({ connections, folder, maxMb }: Input) => {
  const statements = countStatements()
  const opened = await openDatabase(connections, { say: (line) => console.error(line) })
  const { database, take } = recording(opened)
  const app = await createApp({
    database,
    tenants: openTenants(database),
    photos: openPhotoStore({ folder }),
    ...quietServices(folder),
    checkReplies: false,
    webFolder: join(projectFolder, 'dist/web'),
    trustProxy: false,
    catalogueMemory: { maxMb },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { port, answers: { usage: () => ({ ...ownUsage(), statements: statements() }), transactions: take } }
})
