import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Called, OdooModels, type Rights } from './odooModels.ts'
import { type Access, answerJson2, answerJsonRpc, type Behind } from './odooProtocols.ts'
import { OdooFault } from './odooRecords.ts'

/** What Odoo does with a call instead of answering it well. */
export type OdooMishap =
  /** An exception of its own, as each interface says it; nothing is done. */
  | { fault: string; message: string; status?: number }
  /** What stands before Odoo answers, not Odoo. */
  | { status: number; body: string }
  /** It does what it is asked to, and its answer never comes. */
  | { after: 'reset' | 'silence' }
  /** It does nothing, and breaks the connection. */
  | { before: 'reset' }

type Behaviour = (called: Called) => OdooMishap | undefined

export type OdooServer = Pick<Access, 'key' | 'database' | 'username'> & {
  url: string
  models: OdooModels
  rights: Rights
  /** Every call that was let in, as `model.method`. */
  asked: string[]
  /** How often somebody tried to sign in (JSON-RPC), and was refused. */
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

/**
 * An Odoo on a free port of the loopback: 19 with its External JSON-2 API, or 17 with its External RPC API over JSON-RPC,
 * as the developer documentation describes them.
 */
export async function startOdoo({ api }: { api: 'json2' | 'jsonrpc' }): Promise<OdooServer> {
  const models = new OdooModels(api === 'json2')
  const rights: Rights = { uid: access.uid, companies: [1], denied: [] }
  const asked: string[] = []
  let behaviour: Behaviour | undefined
  let refusals = 0
  const answerFor = (socket: IncomingMessage['socket']): Behind => ({
    access,
    knows: (model) => models.records.has(model),
    refused: () => {
      refusals += 1
    },
    run: (called) => {
      asked.push(`${called.model}.${called.method}`)
      return spoiled(behaviour?.(called), socket, () => models.call(called, rights))
    },
  })
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers, socket } = request
      const given = { method, url, headers, body: Buffer.concat(parts).toString() }
      const answering = api === 'json2' ? answerJson2 : answerJsonRpc
      send(response, () => answering(given, answerFor(socket)))
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

/** Nothing is answered at all. */
class Silence extends Error {}
/** Something else answers. */
class Instead extends Error {
  readonly status: number
  constructor(status: number, body: string) {
    super(body)
    this.status = status
  }
}

function spoiled(mishap: OdooMishap | undefined, socket: IncomingMessage['socket'], work: () => unknown) {
  if (!mishap) return work()
  if ('fault' in mishap) throw new OdooFault(mishap.fault, mishap.message, mishap.status ?? 500)
  if ('status' in mishap) throw new Instead(mishap.status, mishap.body)
  if ('after' in mishap) work()
  if ('before' in mishap || mishap.after === 'reset') socket.destroy()
  throw new Silence()
}

function send(response: ServerResponse, answering: () => { status: number; body: unknown }): void {
  try {
    const { status, body } = answering()
    const isPage = typeof body === 'string'
    const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
    response.writeHead(status, { 'content-type': type }).end(isPage ? body : JSON.stringify(body ?? null))
  } catch (error) {
    if (error instanceof Silence) return
    if (!(error instanceof Instead)) throw error
    response.writeHead(error.status).end(error.message)
  }
}
