import sharp, { type Sharp } from 'sharp'
import type { Answer, Client } from './app.ts'

export type SentFile = { name: string; bytes: Buffer }

/** A picture of one colour. */
export const plainPicture = (
  width: number,
  height: number,
  background: string | { r: number; g: number; b: number } = '#a33',
): Sharp => sharp({ create: { width, height, channels: 3, background } })

/** Sends one file. */
export function upload(
  client: Client,
  path: string,
  bytes: Buffer,
  name = 'picture.png',
  fields: Record<string, string> = {},
): Promise<Answer> {
  return client.post(path, formOf(fields, 'file', [{ name, bytes }]))
}

export function sendPhotos(
  client: Client,
  fields: { itemCode: string; colorCode: string; replaces?: string; sameName?: string },
  ...files: SentFile[]
): Promise<Answer> {
  return client.post('/api/Shop/PostProductImages', formOf(fields, 'files', files))
}

function formOf(fields: Record<string, string>, fileField: string, files: SentFile[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const { name, bytes } of files) form.append(fileField, new Blob([new Uint8Array(bytes)]), name)
  return form
}
