import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { projectFolder } from '#server/config.ts'

/** The agent as npm packs it, so that `npx https://…/api/erp-agent.tgz` runs it wherever the ERP stands. */
export function agentPackageRoute(app: FastifyInstance, folder = join(projectFolder, 'agent')): void {
  let packed: Promise<Buffer> | undefined
  app.get('/api/erp-agent.tgz', async (_request, reply) => {
    // What failed is tried again by whoever comes next.
    packed ??= pack(folder).catch((error: unknown) => {
      packed = undefined
      throw error
    })
    return reply.type('application/gzip').send(await packed)
  })
}

async function pack(folder: string): Promise<Buffer> {
  const names = (await readdir(folder)).filter((name) => /\.mjs$|^package\.json$/.test(name))
  const entries = await Promise.all(
    names.toSorted().map(async (name) => entryOf(`package/${name}`, await readFile(join(folder, name)))),
  )
  // Two empty blocks end an archive.
  return promisify(gzip)(Buffer.concat([...entries, Buffer.alloc(2 * block)]))
}

const block = 512

/** A file in an archive: POSIX ustar, a head of one block, and its content in whole ones. */
function entryOf(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(block)
  const put = (text: string, at: number) => void head.write(text, at, 'latin1')
  const octal = (number: number, digits: number) => number.toString(8).padStart(digits, '0')
  put(name, 0)
  put(name.endsWith('main.mjs') ? '0000755\0' : '0000644\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  put(`${octal(content.length, 11)}\0`, 124)
  // One time for all: the same files are the same archive.
  put(`${octal(1_700_000_000, 11)}\0`, 136)
  // The checksum counts itself as spaces.
  put('        ', 148)
  put('0', 156)
  put('ustar\x0000', 257)
  put(
    `${octal(
      head.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  )
  return Buffer.concat([head, content, Buffer.alloc((block - (content.length % block)) % block)])
}
