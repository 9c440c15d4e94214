import { request as httpRequest } from 'node:http'
import type { Answer, TestApp } from './app.ts'
import type { Wholesaler } from './factories.ts'

export type Raw = { method?: string; headers?: Record<string, string>; body?: string | Buffer }

export function send(
  { port }: Pick<TestApp, 'port'>,
  { key }: Pick<Wholesaler, 'key'>,
  path: string,
  { method = 'POST', headers, body }: Raw,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: { host: `${key}.localhost`, ...headers } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString()
          const isJson = String(answer.headers['content-type']).includes('json')
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: isJson ? JSON.parse(text) : { text },
          })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
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
