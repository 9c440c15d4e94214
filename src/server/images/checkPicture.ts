import { open } from 'node:fs/promises'
import sharp from 'sharp'
import type { SentFile } from '#server/sentFiles.ts'
import { Refusal } from '#shared/errors.ts'
import { maxPhotoBytes, maxPhotoPixels } from '#shared/photoNames.ts'
import { formatOf, type PictureFormat, sniffedBytes } from './pictureFormat.ts'
import { turns } from './turns.ts'

/** What takes longer to open, in seconds, is no photo. */
const patience = 20

/**
 * Refuses a file that is no photo, too large, or cannot be opened to its end: gone through once, as small as it can be
 * read, so that nothing broken is ever shown.
 */
export async function checkPicture({ path, isTooLarge }: SentFile): Promise<void> {
  if (isTooLarge) {
    throw new Refusal('image.tooLarge', { values: { limit: maxPhotoBytes / 1024 / 1024 } })
  }
  const format = formatOf(await firstBytes(path))
  if (!format) throw new Refusal('image.invalid')
  await turns.awaited(() => goThrough(path, format))
}

async function goThrough(path: string, format: PictureFormat): Promise<void> {
  const most = format === 'avif' ? maxPhotoPixels.avif : maxPhotoPixels.usual
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
    if (width * height > most) {
      throw new Refusal('image.tooManyPixels', { values: { limit: most / 1_000_000 } })
    }
    await sharp(path, { failOn: 'error', limitInputPixels: most })
      .timeout({ seconds: patience })
      .resize(64, 64, { fit: 'inside' })
      .raw()
      .toBuffer()
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('image.invalid')
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
