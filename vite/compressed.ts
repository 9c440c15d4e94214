import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

/** Writes .br and .gz files, compressed best and not per request. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      const names = Object.keys(bundle).filter((name) => /\.(js|css|wasm)$/.test(name))
      const files = await Promise.all(
        names.map(async (name) => ({ path: join(dir, name), content: await readFile(join(dir, name)) })),
      )
      // The largest takes seconds: begun last, all but one core would wait for it.
      files.sort((one, other) => other.content.length - one.content.length)
      await Promise.all(
        files.map(async ({ path, content }) => {
          await writeFile(`${path}.br`, await brotli(content, best))
          await writeFile(`${path}.gz`, await gzip(content, { level: 9 }))
        }),
      )
    },
  }
}
