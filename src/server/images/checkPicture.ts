import { fileStart } from '#server/files/fileStart.ts'
import type { SentFile } from '#server/files/sentFiles.ts'
import { Refusal } from '#shared/errors.ts'
import { maxPhotoBytes, maxPhotoPixels } from '#shared/photos/photoNames.ts'
import { loadSharp } from './loadSharp.ts'
import { formatOf, type PictureFormat, sniffedBytes } from './pictureFormat.ts'
import { turns } from './turns.ts'

const decodeTimeoutSeconds = 20

/** Refuses files that are no photo, too large, or not decodable to the end (at reduced size). */
export async function checkPicture({ path, isTooLarge }: SentFile): Promise<void> {
  if (isTooLarge) {
    throw new Refusal('image.tooLarge', { values: { limit: maxPhotoBytes / 1024 / 1024 } })
  }
  const format = formatOf(await fileStart(path, sniffedBytes))
  if (!format) throw new Refusal('image.invalid')
  await turns.awaited(() => decodeFully(path, format))
}

async function decodeFully(path: string, format: PictureFormat): Promise<void> {
  const maxPixels = format === 'avif' ? maxPhotoPixels.avif : maxPhotoPixels.usual
  const sharp = await loadSharp()
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
    if (width * height > maxPixels) {
      throw new Refusal('image.tooManyPixels', { values: { limit: maxPixels / 1_000_000 } })
    }
    await sharp(path, { failOn: 'error', limitInputPixels: maxPixels })
      .timeout({ seconds: decodeTimeoutSeconds })
      .resize(64, 64, { fit: 'inside' })
      .raw()
      .toBuffer()
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('image.invalid')
  }
}
