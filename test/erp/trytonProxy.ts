import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `cutAnswer` forwards the call and drops the answer. */
export type CallAction = 'pass' | 'cut' | 'cutAnswer' | 502

export type TrytonProxy = {
  url: string
  action: (method: string) => CallAction | Promise<CallAction>
  calls: string[]
  close: () => Promise<void>
}

export async function startTrytonProxy(tryton: string): Promise<TrytonProxy> {
  const server = createServer((clientRequest, clientResponse) => {
    const parts: Buffer[] = []
    clientRequest.on('data', (part: Buffer) => parts.push(part))
    clientRequest.on('end', () => {
      const body = Buffer.concat(parts)
      const { method } = JSON.parse(body.toString()) as { method: string }
      proxy.calls.push(method)
      void Promise.resolve(proxy.action(method)).then((action) => {
        if (action === 'cut') return clientRequest.socket.destroy()
        if (action === 502) return clientResponse.writeHead(502).end('<h1>Bad Gateway</h1>')
        const { authorization } = clientRequest.headers
        const headers = { 'content-type': 'application/json', 'content-length': body.length }
        const sent = httpRequest(
          tryton + clientRequest.url,
          { method: 'POST', headers: authorization ? { ...headers, authorization } : headers, agent: false },
          (upstreamResponse) => {
            if (action === 'cutAnswer')
              return upstreamResponse.resume().on('end', () => clientRequest.socket.destroy())
            clientResponse.writeHead(upstreamResponse.statusCode ?? 500, {
              'content-type': upstreamResponse.headers['content-type'] ?? '',
            })
            return upstreamResponse.pipe(clientResponse)
          },
        )
        sent.on('error', () => clientRequest.socket.destroy())
        return sent.end(body)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: TrytonProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    action: () => 'pass',
    calls: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
