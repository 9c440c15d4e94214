import type { Answer, TestApp } from './app.ts'
import type { Wholesaler } from './factories.ts'
import { send } from './send.ts'

export async function upload(
  app: Pick<TestApp, 'port'>,
  shop: Pick<Wholesaler, 'key'>,
  path: string,
  { bytes, token }: { bytes: Buffer; token?: string },
): Promise<Answer> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'picture.png')
  const encoded = new Response(form)
  const headers = {
    'content-type': encoded.headers.get('content-type') ?? '',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  return send(app, shop, path, { headers, body: Buffer.from(await encoded.arrayBuffer()) })
}
