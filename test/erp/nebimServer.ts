import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NebimBooks, NebimFault } from './nebimOrders.ts'

/** What the Integrator does with a command instead of answering it well. */
export type NebimMishap =
  /** It refuses, in the body; nothing is done. `status` is that of HTTP, which is 200 as often as 400. */
  | { message: string; code?: number; status?: number }
  | { instead: number; body: string }
  /** It does what it is asked to, and its answer never comes. */
  | { after: 'reset' | 'silence' }
  /** It does what it is asked to, and says that it has not. */
  | { after: 'refuse'; message: string }
  | { before: 'reset' }

type Behaviour = (command: string, body: Record<string, unknown>) => NebimMishap | undefined

export type NebimServer = {
  url: string
  password: string
  login: { userGroup: string; username: string; database: string }
  books: NebimBooks
  /** Every command that came, in order. */
  asked: string[]
  /** Forgets all sessions and tokens, as IIS does when its pool is begun anew. */
  forget: () => void
  openSessions: () => number
  behave: (behaviour: Behaviour | undefined) => void
  close: () => Promise<void>
}

type Options = {
  /** IIS keeps sessions in the path (`session`), or none, and Nebim gives a token (`token`). */
  mode?: 'session' | 'token'
  /** IIS sends whoever comes without a session's name to an address with one, first of all. */
  redirects?: boolean
}

const login = { userGroup: 'V3', username: 'INT', database: 'DEMOTEKS' }
const password = 'a password of Nebim'

/**
 * An Integrator of Nebim V3 on a free port of the loopback, after the public documentation of the web service (Connect,
 * GetUserInfo, RunProc, Post, ModelType list, examples of wholesale orders) and programs that use it.
 */
export async function startNebim({
  mode = 'session',
  redirects = false,
}: Options = {}): Promise<NebimServer> {
  const books = new NebimBooks()
  const asked: string[] = []
  const desk = new Desk(books, mode)
  let behaviour: Behaviour | undefined
  const answer = (request: IncomingMessage, response: ServerResponse, text: string) => {
    const [, inPath, name = ''] =
      /^(?:\/\(S\((\w+)\)\))?\/IntegratorService\/(\w+)$/.exec(request.url ?? '') ?? []
    if (name === '') return void response.writeHead(404).end('<html>404</html>')
    asked.push(name)
    if (redirects && inPath === undefined && mode === 'session') {
      const location = `/(S(${desk.newName()}))${request.url ?? ''}`
      return void response.writeHead(302, { location }).end('<html>Object moved</html>')
    }
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    const mishap = behaviour?.(name, body)
    const who = mode === 'token' ? request.headers.token?.toString() : inPath
    const work = () => (name === 'Connect' ? desk.connect(body, inPath) : desk.command(name, body, who))
    return spoiled(mishap, request, response, work)
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(request, response, Buffer.concat(parts).toString()))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    password,
    login,
    books,
    asked,
    forget: () => desk.sessions.clear(),
    openSessions: () => desk.sessions.size,
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

/** Who has signed in, and what they may have done. */
class Desk {
  /** By session's name or token: whether who has it may do anything. */
  readonly sessions = new Map<string, boolean>()
  private readonly books: NebimBooks
  private readonly mode: 'session' | 'token'
  private names = 0
  constructor(books: NebimBooks, mode: 'session' | 'token') {
    this.books = books
    this.mode = mode
  }

  newName(): string {
    this.names += 1
    return this.mode === 'token' ? `TOKEN${this.names}` : `s${this.names}abcdefghijklmnop`
  }

  /** Always "Successfully": whether name and password were right shows later. */
  connect(body: Record<string, unknown>, given: string | undefined): object {
    const name = given ?? this.newName()
    const { DatabaseName, UserGroupCode, UserName, Password } = body
    const isRight =
      DatabaseName === login.database &&
      UserGroupCode === login.userGroup &&
      UserName === login.username &&
      Password === password
    this.sessions.set(name, isRight)
    const named = this.mode === 'token' ? { Token: name } : { SessionID: name }
    return { ModelType: 0, Status: 'Connection Created Successfully', StatusCode: 200, ...named }
  }

  command(name: string, body: Record<string, unknown>, who = ''): unknown {
    const isIn = this.sessions.get(who) === true
    if (name === 'Disconnect') return { done: this.sessions.delete(who) }
    if (name === 'GetUserInfo' && this.sessions.has(who)) {
      const { username, database } = login
      return { UserName: isIn ? username : '', DatabaseName: isIn ? database : '', OfficeCode: 'M' }
    }
    if (!isIn) throw new NebimFault('You must be login to use service methods')
    if (name === 'RunProc') {
      return this.books.run(String(body.ProcName), body.Parameters as { Name: string; Value: unknown }[])
    }
    if (name !== 'Post') throw new NebimFault(`Unknown command ${name}`, 404)
    const { OrderNumber, OrderHeaderID: HeaderID } = this.books.post(body)
    return { ...body, OrderNumber, HeaderID, StatusCode: 200 }
  }
}

function spoiled(
  mishap: NebimMishap | undefined,
  { socket }: IncomingMessage,
  response: ServerResponse,
  work: () => unknown,
): void {
  const send = (status: number, said: unknown) =>
    void response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(said))
  const refuse = (message: string, code: number, status: number) =>
    send(status, {
      ModelType: 0,
      ExceptionMessage: message,
      StackTrace: '   at …',
      ErrorSource: 'Integrator',
      StatusCode: code,
    })
  if (mishap && 'message' in mishap && !('after' in mishap)) {
    return refuse(mishap.message, mishap.code ?? 400, mishap.status ?? 200)
  }
  if (mishap && 'instead' in mishap) return void response.writeHead(mishap.instead).end(mishap.body)
  if (mishap && 'before' in mishap) return void socket.destroy()
  let result: unknown
  try {
    result = work()
  } catch (error) {
    if (!(error instanceof NebimFault)) throw error
    return refuse(error.message, error.code, 400)
  }
  if (mishap && mishap.after === 'refuse') return refuse(mishap.message, 400, 200)
  if (mishap && mishap.after === 'reset') return void socket.destroy()
  if (mishap) return undefined
  return send(200, result)
}
