import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of a call on its way: `cut` drops it, `cutAnswer` lets Tryton do it and drops what it answers. */
export type Fate = 'pass' | 'cut' | 'cutAnswer' | 502

export type Between = {
  url: string
  /** Asked of every call, by the name of its method; 'pass' unless a test says otherwise. */
  fate: (method: string) => Fate | Promise<Fate>
  /** The methods that were called since the list was emptied. */
  calls: string[]
  close: () => Promise<void>
}

/** Stands between the product and a Tryton, and spoils what a test wants spoilt. */
export async function standBetween(tryton: string): Promise<Between> {
  const server = createServer((asked, answer) => {
    const parts: Buffer[] = []
    asked.on('data', (part: Buffer) => parts.push(part))
    asked.on('end', () => {
      const body = Buffer.concat(parts)
      const { method } = JSON.parse(body.toString()) as { method: string }
      between.calls.push(method)
      void Promise.resolve(between.fate(method)).then((fate) => {
        if (fate === 'cut') return asked.socket.destroy()
        if (fate === 502) return answer.writeHead(502).end('<h1>Bad Gateway</h1>')
        const { authorization } = asked.headers
        const headers = { 'content-type': 'application/json', 'content-length': body.length }
        const sent = httpRequest(
          tryton + asked.url,
          { method: 'POST', headers: authorization ? { ...headers, authorization } : headers, agent: false },
          (said) => {
            if (fate === 'cutAnswer') return said.resume().on('end', () => asked.socket.destroy())
            answer.writeHead(said.statusCode ?? 500, { 'content-type': said.headers['content-type'] ?? '' })
            return said.pipe(answer)
          },
        )
        sent.on('error', () => asked.socket.destroy())
        return sent.end(body)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const between: Between = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fate: () => 'pass',
    calls: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return between
}
