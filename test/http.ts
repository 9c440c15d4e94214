import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

type Call = {
  port: number | string | undefined
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer | undefined
}

/** Calls a server of this machine. Unlike fetch, it may send any Host header, which names the tenant. */
export async function exchange({ port, path, method = 'GET', headers = {}, body }: Call): Promise<{
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}> {
  const sent = request({ host: '127.0.0.1', port, path, method, headers })
  // The server may close the connection once it has refused a large body.
  sent.on('error', () => {})
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}

export const isJson = (headers: IncomingHttpHeaders): boolean =>
  String(headers['content-type']).includes('json')
