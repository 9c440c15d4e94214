import type { Answer, TestApp } from './app.ts'
import type { Wholesaler } from './factories.ts'
import { send } from './send.ts'

export type SentPhoto = { name: string; bytes: Buffer }

export async function sendPhotos(
  app: Pick<TestApp, 'port'>,
  shop: Pick<Wholesaler, 'key'>,
  token: string,
  fields: { itemCode: string; colorCode: string; replaces?: string; sameName?: string },
  ...files: SentPhoto[]
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const { name, bytes } of files) form.append('files', new Blob([new Uint8Array(bytes)]), name)
  const encoded = new Response(form)
  const headers = {
    'content-type': encoded.headers.get('content-type') ?? '',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  return send(app, shop, '/api/Shop/PostProductImages', {
    headers,
    body: Buffer.from(await encoded.arrayBuffer()),
  })
}
