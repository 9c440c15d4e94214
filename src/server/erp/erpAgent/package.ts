import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createTarGzip } from 'nanotar'
import { projectFolder } from '#server/projectFolder.ts'

/** Serves the agent as an npm tarball, for `npx https://…/api/erp-agent.tgz`. */
export function erpAgentPackageRoute(app: FastifyInstance, folder = join(projectFolder, 'agent')): void {
  let packed: Promise<Buffer> | undefined
  app.get('/api/erp-agent.tgz', async (_request, reply) => {
    packed ??= packFolder(folder).catch((error: unknown) => {
      packed = undefined
      throw error
    })
    return reply.type('application/gzip').send(await packed)
  })
}

async function packFolder(folder: string): Promise<Buffer> {
  const names = (await readdir(folder)).filter((name) => /\.mjs$|^package\.json$/.test(name))
  const files = await Promise.all(
    names.toSorted().map(async (name) => ({
      name: `package/${name}`,
      data: await readFile(join(folder, name)),
      attrs: { mode: name === 'main.mjs' ? '755' : '644' },
    })),
  )
  // Fixed, for reproducible archives.
  return Buffer.from(await createTarGzip(files, { attrs: { uid: 0, gid: 0, mtime: 1_700_000_000_000 } }))
}
