import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NebimData, NebimFault } from './nebimData.ts'

export type NebimInjectedFault =
  /** Refuses in the body; the HTTP status is 200 or 400. */
  | { message: string; code?: number; status?: number }
  | { instead: number; body: string }
  /** Never answers. */
  | { after: 'reset' | 'silence' }
  | { after: 'refuse'; message: string }
  | { before: 'reset' }

type Behaviour = (command: string, body: Record<string, unknown>) => NebimInjectedFault | undefined

export type NebimServer = {
  url: string
  password: string
  login: { userGroup: string; username: string; database: string }
  data: NebimData
  asked: string[]
  /** Like IIS when its pool restarts. */
  forget: () => void
  openSessions: () => number
  behave: (behaviour: Behaviour | undefined) => void
  close: () => Promise<void>
}

type Options = {
  /** `session`: in the path by IIS. `token`: issued by Nebim. */
  mode?: 'session' | 'token'
  /** IIS first redirects to an address with a session. */
  redirects?: boolean
}

const login = { userGroup: 'V3', username: 'INT', database: 'DEMOTEKS' }
const password = 'a password of Nebim'

/**
 * Nebim V3's Integrator, after its public documentation (Connect, GetUserInfo, RunProc, Post, ModelType list,
 * wholesale orders) and programs that use it.
 */
export async function startNebim({
  mode = 'session',
  redirects = false,
}: Options = {}): Promise<NebimServer> {
  const data = new NebimData()
  const asked: string[] = []
  const sessions = new NebimSessions(data, mode)
  let behaviour: Behaviour | undefined
  const answer = (request: IncomingMessage, response: ServerResponse, text: string) => {
    const [, inPath, name = ''] =
      /^(?:\/\(S\((\w+)\)\))?\/IntegratorService\/(\w+)$/.exec(request.url ?? '') ?? []
    if (name === '') return void response.writeHead(404).end('<html>404</html>')
    asked.push(name)
    if (redirects && inPath === undefined && mode === 'session') {
      const location = `/(S(${sessions.newName()}))${request.url ?? ''}`
      return void response.writeHead(302, { location }).end('<html>Object moved</html>')
    }
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    const fault = behaviour?.(name, body)
    const sessionName = mode === 'token' ? request.headers.token?.toString() : inPath
    const run = () =>
      name === 'Connect' ? sessions.connect(body, inPath) : sessions.command(name, body, sessionName)
    return respond(fault, request, response, run)
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
    data,
    asked,
    forget: () => sessions.sessions.clear(),
    openSessions: () => sessions.sessions.size,
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

class NebimSessions {
  /** By session name or token: whether its sign-in was right. */
  readonly sessions = new Map<string, boolean>()
  private readonly data: NebimData
  private readonly mode: 'session' | 'token'
  private names = 0
  constructor(data: NebimData, mode: 'session' | 'token') {
    this.data = data
    this.mode = mode
  }

  newName(): string {
    this.names += 1
    return this.mode === 'token' ? `TOKEN${this.names}` : `s${this.names}abcdefghijklmnop`
  }

  /** A wrong password shows only later. */
  connect(body: Record<string, unknown>, pathName: string | undefined): object {
    const name = pathName ?? this.newName()
    const { DatabaseName, UserGroupCode, UserName, Password } = body
    const isValid =
      DatabaseName === login.database &&
      UserGroupCode === login.userGroup &&
      UserName === login.username &&
      Password === password
    this.sessions.set(name, isValid)
    const identity = this.mode === 'token' ? { Token: name } : { SessionID: name }
    return { ModelType: 0, Status: 'Connection Created Successfully', StatusCode: 200, ...identity }
  }

  command(name: string, body: Record<string, unknown>, sessionName = ''): unknown {
    const isSignedIn = this.sessions.get(sessionName) === true
    if (name === 'Disconnect') return { done: this.sessions.delete(sessionName) }
    if (name === 'GetUserInfo' && this.sessions.has(sessionName)) {
      const { username, database } = login
      return {
        UserName: isSignedIn ? username : '',
        DatabaseName: isSignedIn ? database : '',
        OfficeCode: 'M',
      }
    }
    if (!isSignedIn) throw new NebimFault('You must be login to use service methods')
    if (name === 'RunProc') {
      return this.data.run(String(body.ProcName), body.Parameters as { Name: string; Value: unknown }[])
    }
    if (name !== 'Post') throw new NebimFault(`Unknown command ${name}`, 404)
    const { OrderNumber, OrderHeaderID: HeaderID } = this.data.post(body)
    return { ...body, OrderNumber, HeaderID, StatusCode: 200 }
  }
}

function respond(
  fault: NebimInjectedFault | undefined,
  { socket }: IncomingMessage,
  response: ServerResponse,
  run: () => unknown,
): void {
  const send = (status: number, content: unknown) =>
    void response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(content))
  const refuse = (message: string, code: number, status: number) =>
    send(status, {
      ModelType: 0,
      ExceptionMessage: message,
      StackTrace: '   at …',
      ErrorSource: 'Integrator',
      StatusCode: code,
    })
  if (fault && 'message' in fault && !('after' in fault)) {
    return refuse(fault.message, fault.code ?? 400, fault.status ?? 200)
  }
  if (fault && 'instead' in fault) return void response.writeHead(fault.instead).end(fault.body)
  if (fault && 'before' in fault) return void socket.destroy()
  let result: unknown
  try {
    result = run()
  } catch (error) {
    if (!(error instanceof NebimFault)) throw error
    return refuse(error.message, error.code, 400)
  }
  if (fault && fault.after === 'refuse') return refuse(fault.message, 400, 200)
  if (fault && fault.after === 'reset') return void socket.destroy()
  if (fault) return undefined
  return send(200, result)
}
