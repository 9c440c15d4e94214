import sharp, { type Sharp } from 'sharp'

/** As sharp as paper shows a thumb of a photo. */
const thumbWidth = 160

/** A product's photo, small; undefined where its file is missing or broken. */
export function thumbOf(file: string): Promise<Buffer | undefined> {
  return quietly(
    sharp(file)
      .resize({ width: thumbWidth, height: thumbWidth * 1.5, fit: 'inside' })
      .jpeg({ quality: 70 }),
  )
}

/** A logo on white; undefined where its file is missing or broken. */
export function printedLogo(file: string): Promise<Buffer | undefined> {
  return quietly(sharp(file).flatten({ background: '#ffffff' }).jpeg({ quality: 90 }))
}

async function quietly(picture: Sharp): Promise<Buffer | undefined> {
  return picture.toBuffer().catch(() => undefined)
}
