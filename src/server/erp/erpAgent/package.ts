import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { projectFolder } from '#server/config.ts'

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
  const entries = await Promise.all(
    names.toSorted().map(async (name) => tarEntry(`package/${name}`, await readFile(join(folder, name)))),
  )
  return promisify(gzip)(Buffer.concat([...entries, Buffer.alloc(2 * blockBytes)]))
}

const blockBytes = 512

/** POSIX ustar. */
function tarEntry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(blockBytes)
  const writeField = (text: string, at: number) => void header.write(text, at, 'latin1')
  const octal = (number: number, digits: number) => number.toString(8).padStart(digits, '0')
  writeField(name, 0)
  writeField(name.endsWith('main.mjs') ? '0000755\0' : '0000644\0', 100)
  writeField('0000000\0', 108)
  writeField('0000000\0', 116)
  writeField(`${octal(content.length, 11)}\0`, 124)
  // Fixed, for reproducible archives.
  writeField(`${octal(1_700_000_000, 11)}\0`, 136)
  // The checksum counts its own field as spaces.
  writeField('        ', 148)
  writeField('0', 156)
  writeField('ustar\x0000', 257)
  writeField(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  )
  return Buffer.concat([
    header,
    content,
    Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes),
  ])
}
