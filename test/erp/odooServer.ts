import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Called, OdooModels, type Rights } from './odooModels.ts'
import { type Access, answerJson2, answerJsonRpc, type Backend } from './odooProtocols.ts'
import { OdooFault } from './odooRecords.ts'

export type OdooInjectedFault =
  | { fault: string; message: string; status?: number }
  /** From a proxy before Odoo. */
  | { status: number; body: string }
  /** Never answers. */
  | { after: 'reset' | 'silence' }
  | { before: 'reset' }

type Behaviour = (called: Called) => OdooInjectedFault | undefined

export type OdooServer = Pick<Access, 'key' | 'database' | 'username'> & {
  url: string
  models: OdooModels
  rights: Rights
  /** As `model.method`. */
  asked: string[]
  /** JSON-RPC only. */
  refusedSignIns: () => number
  behave: (behaviour: Behaviour | undefined) => void
  close: () => Promise<void>
}

const access: Access = {
  key: '6578616d706c65206a736f6e20617069206b6579',
  database: 'mycompany',
  username: 'bot@example.com',
  uid: 7,
}

/** Odoo 19 with JSON-2 or 17 with JSON-RPC, after the developer documentation. */
export async function startOdoo({ api }: { api: 'json2' | 'jsonrpc' }): Promise<OdooServer> {
  const models = new OdooModels(api === 'json2')
  const rights: Rights = { uid: access.uid, companies: [1], denied: [] }
  const asked: string[] = []
  let behaviour: Behaviour | undefined
  let refusals = 0
  const backendFor = (socket: IncomingMessage['socket']): Backend => ({
    access,
    knows: (model) => models.records.has(model),
    refused: () => {
      refusals += 1
    },
    run: (called) => {
      asked.push(`${called.model}.${called.method}`)
      return runWithFault(behaviour?.(called), socket, () => models.call(called, rights))
    },
  })
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers, socket } = request
      const incoming = { method, url, headers, body: Buffer.concat(parts).toString() }
      const answerCall = api === 'json2' ? answerJson2 : answerJsonRpc
      send(response, () => answerCall(incoming, backendFor(socket)))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...access,
    models,
    rights,
    asked,
    refusedSignIns: () => refusals,
    behave: (next) => {
      behaviour = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

class NoAnswer extends Error {}
class OtherAnswer extends Error {
  readonly status: number
  constructor(status: number, body: string) {
    super(body)
    this.status = status
  }
}

function runWithFault(
  injected: OdooInjectedFault | undefined,
  socket: IncomingMessage['socket'],
  run: () => unknown,
) {
  if (!injected) return run()
  if ('fault' in injected) throw new OdooFault(injected.fault, injected.message, injected.status ?? 500)
  if ('status' in injected) throw new OtherAnswer(injected.status, injected.body)
  if ('after' in injected) run()
  if ('before' in injected || injected.after === 'reset') socket.destroy()
  throw new NoAnswer()
}

function send(response: ServerResponse, answerCall: () => { status: number; body: unknown }): void {
  try {
    const { status, body } = answerCall()
    const isPage = typeof body === 'string'
    const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
    response.writeHead(status, { 'content-type': type }).end(isPage ? body : JSON.stringify(body ?? null))
  } catch (error) {
    if (error instanceof NoAnswer) return
    if (!(error instanceof OtherAnswer)) throw error
    response.writeHead(error.status).end(error.message)
  }
}
