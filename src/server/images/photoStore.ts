import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type ImageWidth, imageWidths } from '#shared/images.ts'

/** Photos on disk: each tenant's apart, each under the hash of its content, with the widths that are shown. */
export type PhotoStore = {
  /** Keeps a picture file (or its bytes) and makes its widths. Answers its content hash. Throws on a broken picture. */
  store(tenantId: string, picture: string | Buffer): Promise<string>
  /** Folder-relative path of a stored picture, for the file server rooted at {@link PhotoStore.root}. */
  pathOf(tenantId: string, contentHash: string, width: ImageWidth): string
  root: string
}

export const photoFolder = (dataDir: string) => join(dataDir, 'photos')

export function openPhotoStore(dataDir: string): PhotoStore {
  const root = photoFolder(dataDir)
  mkdirSync(root, { recursive: true })
  const folderOf = (tenantId: string, hash: string) => join(tenantId, hash.slice(0, 2), hash)
  return {
    root,
    pathOf: (tenantId, hash, width) => join(folderOf(tenantId, hash), `${width}.jpg`),
    store: async (tenantId, picture) => {
      const bytes = typeof picture === 'string' ? await readFile(picture) : picture
      const hash = createHash('sha256').update(bytes).digest('hex')
      const folder = join(root, folderOf(tenantId, hash))
      if (!(await exists(folder))) await writeWidths(folder, bytes)
      return hash
    },
  }
}

/** Written aside and renamed, so that a folder is there only when it is whole. */
async function writeWidths(folder: string, bytes: Buffer): Promise<void> {
  const aside = `${folder}.${randomUUID()}`
  await mkdir(aside, { recursive: true })
  try {
    await writeFile(join(aside, 'original'), bytes)
    // Decoded and turned once, at the largest width; the smaller ones are made from its pixels.
    const largest = await sharp(bytes, { failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(fitting(Math.max(...imageWidths)))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = largest.info
    await Promise.all(
      imageWidths.map((imageWidth) =>
        sharp(largest.data, { raw: { width, height, channels } })
          .resize(fitting(imageWidth))
          .jpeg({ quality: 82 })
          .toFile(join(aside, `${imageWidth}.jpg`)),
      ),
    )
    await rename(aside, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error
      await rm(aside, { recursive: true, force: true })
    })
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  }
}

/** As wide as asked and no taller than half as much again; a small picture is never blown up. */
function fitting(width: number) {
  return { width, height: width * 1.5, fit: 'inside', withoutEnlargement: true } as const
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
