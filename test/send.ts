import type { Answer, TestApp } from './app.ts'
import type { Wholesaler } from './factories.ts'
import { exchange, isJson } from './http.ts'

export type Raw = { method?: string; headers?: Record<string, string>; body?: string | Buffer }

export async function send(
  { port }: Pick<TestApp, 'port'>,
  { key }: Pick<Wholesaler, 'key'>,
  path: string,
  { method = 'POST', headers, body }: Raw,
): Promise<Answer> {
  const answer = await exchange({
    port,
    path,
    method,
    headers: { host: `${key}.localhost`, ...headers },
    body,
  })
  const text = answer.body.toString()
  return { ...answer, body: isJson(answer.headers) ? JSON.parse(text) : { text } }
}

export const asJson = { 'content-type': 'application/json' }

export const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
export const part = (name: string, content: Buffer | string, file?: string) =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(`${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
export const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--x--\r\n')])
