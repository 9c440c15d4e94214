import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

type Call = {
  port: number | string | undefined
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer | Readable | undefined
  /** Speaks TLS, and accepts this certificate. */
  ca?: Buffer | undefined
  /** One of this machine's own, such as 127.0.0.2. */
  localAddress?: string
  signal?: AbortSignal
}

/** Calls a server of this machine. Unlike fetch, it may send any Host header, which names the tenant. */
export async function exchange({ method = 'GET', headers = {}, body, ca, ...call }: Call): Promise<{
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}> {
  const options = { host: '127.0.0.1', method, headers, ...call }
  const sent = ca ? secureRequest({ ...options, ca }) : request(options)
  // The server may close the connection once it has refused a large body.
  sent.on('error', () => {})
  if (body instanceof Readable) body.pipe(sent)
  else sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}

export const isJson = (headers: IncomingHttpHeaders): boolean =>
  String(headers['content-type']).includes('json')
