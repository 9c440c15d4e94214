import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSigned } from '#server/erp/http/signature.ts'
import type { ErpDocument } from '#shared/erp/document.ts'

export type Behaviour = (asked: {
  method: string
  path: string
  document?: ErpDocument
}) => InjectedFault | undefined
export type InjectedFault =
  | { status: number; body?: object }
  /** Does the request without answering. */
  | { after: 'reset' | 'silence' }
  | { before: 'reset' }

export type HttpErp = {
  url: string
  secret: string
  /** By key; `times` it was sent. */
  orders: Map<string, { document: ErpDocument; number: string; times: number }>
  behave: (behaviour: Behaviour | undefined) => void
  delay: ((asked: { method: string }) => Promise<void> | undefined) | undefined
  /** As `METHOD path`. */
  asked: string[]
  /** Rows of each page, by kind; the cursor is the number of pages read. */
  pages: Record<string, object[][]>
  close: () => Promise<void>
}

/** A fake ERP with our HTTP interface; checks signatures. */
export async function startHttpErp(port = 0, secret = 'a secret that both sides know'): Promise<HttpErp> {
  let behaviour: Behaviour | undefined
  const orders: HttpErp['orders'] = new Map()
  const asked: string[] = []
  const pages: HttpErp['pages'] = {}

  const handle = (method: string, path: string, document: ErpDocument | undefined): [number, object] => {
    const key = /^\/erp\/orders\/([^/?]+)$/.exec(path)?.[1]
    if (path === '/erp/health') return [200, { name: 'Test ERP' }]
    if (key && method === 'PUT' && document) {
      const known = orders.get(key)
      const order = known ?? { document, number: `E${1000 + orders.size}`, times: 0 }
      order.times += 1
      orders.set(key, order)
      return [200, shown(key, order)]
    }
    if (key) {
      const known = orders.get(key)
      return known ? [200, shown(key, known)] : [404, { error: 'no such order' }]
    }
    const what = /^\/erp\/(\w+)\?/.exec(path)?.[1] ?? ''
    if (what === 'orders') {
      return [200, { rows: [...orders].map(([one, order]) => shown(one, order)), cursor: '', isLast: true }]
    }
    const cursor = new URL(path, 'http://erp').searchParams.get('cursor') ?? ''
    const { length, [Number(cursor)]: rows } = pages[what] ?? []
    if (!rows) return [200, { rows: [], cursor, isLast: true }]
    const read = Number(cursor) + 1
    return [200, { rows, cursor: String(read), isLast: read === length }]
  }

  const answer = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { method = '', url: path = '' } = request
    const time = String(request.headers['toptan-time'])
    const signature = String(request.headers['toptan-signature'])
    if (!isSigned(secret, { method, path, body, time, signature, now: new Date() })) {
      send(response, 401, { error: 'not signed by you' })
      return
    }
    asked.push(`${method} ${path.replace('/erp', '')}`)
    const document = body ? (JSON.parse(body) as ErpDocument) : undefined
    const injected = behaviour?.({ method, path, ...(document ? { document } : {}) })
    if (injected && 'status' in injected) return send(response, injected.status, injected.body ?? {})
    if (injected && 'before' in injected) return void request.socket.destroy()
    const [status, content] = handle(method, path, document)
    if (injected?.after === 'reset') return void request.socket.destroy()
    if (injected?.after === 'silence') return undefined
    return send(response, status, content)
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const read = () => answer(request, response, Buffer.concat(parts).toString())
      const delayed = erp.delay?.({ method: request.method ?? '' })
      if (delayed) void delayed.then(read)
      else read()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const erp: HttpErp = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/erp`,
    secret,
    orders,
    behave: (next) => {
      behaviour = next
    },
    asked,
    pages,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    delay: undefined,
  }
  return erp
}

function shown(key: string, { document, number }: { document: ErpDocument; number: string }) {
  const { totalMinor, taxMinor, lines } = document
  return { key, id: key, number, totalMinor, taxMinor, lineCount: lines.length }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
