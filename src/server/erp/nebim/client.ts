import { z } from 'zod'
import type { NebimSettings } from '#shared/erp/nebim.ts'
import { ErpError } from '../connector.ts'
import {
  type Answer,
  exchange,
  type Fault,
  jsonOf,
  type Peer,
  parseReply,
  problemOf,
} from '../kit/answers.ts'
import type { Limits } from '../kit/program.ts'
import { keepSession, SignedOut } from '../kit/session.ts'

export type Nebim = ReturnType<ReturnType<typeof openNebimClient>['client']>

/** Columns as we name fields: `ItemCode` is `itemCode`. */
export type Row<Shape extends z.ZodObject> = {
  [Column in keyof z.output<Shape> as Uncapitalize<Column & string>]: z.output<Shape>[Column]
}
const ownName = (column: string) => column.charAt(0).toLowerCase() + column.slice(1)
const rowOf = <Shape extends z.ZodObject>(columns: z.output<Shape>) =>
  Object.fromEntries(Object.entries(columns).map(([column, value]) => [ownName(column), value])) as Row<Shape>

/** SQL Server values as the Integrator writes them. */
export const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim())
export const number = z.union([z.number(), z.string().transform(Number).pipe(z.number())])
export const bit = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((value) => /^(?:1|true)$/i.test(String(value)))

const connected = z.object({ SessionID: text, Token: text })
const userInfo = z.object({ UserName: text, DatabaseName: text, OfficeCode: text })

/** In the path (IIS) or in a token header (Nebim). */
type Place = { prefix: string; headers: Record<string, string> }
type SignedIn = Place & { user: z.output<typeof userInfo>; secrets: string[] }

const sessionIn = ({ headers }: Answer) => /\(S\(([A-Za-z0-9]+)\)\)/.exec(String(headers.location ?? ''))?.[1]

/** Nebim V3's Integrator, with a session. */
export function openNebimClient(settings: NebimSettings, password: string, limits: Limits) {
  const { url, userGroup, username, database } = settings
  const peer = { ...nebimPeer, timeoutMs: limits.callTimeoutMs, secrets: [password] }
  type Request = { signal: AbortSignal; json?: object; writes?: boolean }

  const send = ({ prefix, headers }: Place, command: string, request: Request) =>
    exchange(peer, `${url}${prefix}/IntegratorService/${command}`, {
      headers: { accept: 'application/json', ...headers },
      ...request,
    })

  /** Verifies the user, because the Integrator reports success for wrong credentials too. */
  async function signIn(signal: AbortSignal): Promise<SignedIn> {
    const json = {
      ModelType: 1,
      DatabaseName: database,
      UserGroupCode: userGroup,
      UserName: username,
      Password: password,
      Validate: true,
    }
    let answer = await send({ prefix: '', headers: {} }, 'Connect', { json, signal })
    // IIS may first redirect to a path with a session id. No other redirect is followed.
    const redirected = sessionIn(answer)
    if (answer.status >= 300 && answer.status < 400 && redirected)
      answer = await send({ prefix: `/(S(${redirected}))`, headers: {} }, 'Connect', { json, signal })
    const signingIn = { ...peer, said: saidToSignIn }
    const { SessionID: id, Token: token } = parseReply(peer, connected, jsonOf(signingIn, answer))
    if (!id && !token) throw new ErpError('down', 'The server that answers is not Nebim')
    const place = token ? { prefix: '', headers: { token } } : { prefix: `/(S(${id}))`, headers: {} }
    const about = await send(place, 'GetUserInfo', { signal })
    // Without the session, which the answer may name.
    const user = parseReply(peer, userInfo, jsonOf(signingIn, { ...about, body: '' }))
    if (equalsIgnoringCase(user.UserName, username) && equalsIgnoringCase(user.DatabaseName, database))
      return { ...place, user, secrets: [password, id, token] }
    throw new ErpError('auth', 'Nebim does not know a user with this name and password in this database')
  }

  const { session, use, close } = keepSession({
    program: 'Nebim',
    identity: [url, userGroup, username, database, password],
    signInRetryDelayMs: limits.signInRetryDelayMs,
    signIn,
  })

  const run = (command: string, request: Request) =>
    use(request.signal, async (place) => {
      const { writes = false } = request
      const answer = await send(place, command, request)
      const fault = faultIn(answer)
      const isSignedOut = fault
        ? signedOut.test(`${fault.name}: ${fault.message}`)
        : answer.status === 401 || sessionIn(answer) !== undefined
      if (isSignedOut) throw new SignedOut(answer.body)
      return jsonOf({ ...peer, secrets: place.secrets, said: saidTo(writes) }, answer, writes)
    })

  return {
    client: (signal: AbortSignal) => ({
      post: (json: object) => run('Post', { json, signal, writes: true }),
      async run<Shape extends z.ZodObject>(procedure: string, parameters: object, row: Shape) {
        const Parameters = Object.entries(parameters).map(([Name, Value]) => ({ Name, Value }))
        const json = { ModelType: 33, ProcName: procedure, Parameters }
        const parsed = z.array(row).safeParse(await run('RunProc', { json, signal }))
        if (parsed.success) return parsed.data.map((one) => rowOf<Shape>(one))
        const problem = problemOf(parsed.error)
        throw new ErpError('auth', `${procedure} does not return what docs/nebim.md says (${problem})`)
      },
      whoAmI: async () => (await session(signal)).user,
    }),
    /** Frees the licence. */
    close: () => close((place, signal) => send(place, 'Disconnect', { json: {}, signal })),
  }
}

const equalsIgnoringCase = (one: string, other: string) =>
  one.trim().toLocaleUpperCase('tr') === other.trim().toLocaleUpperCase('tr') ||
  one.trim().toUpperCase() === other.trim().toUpperCase()

/** The Integrator's errors: in the body, under status 200 or 400; at sign-in as `Exception`. */
const faultShape = z.object({
  ExceptionMessage: text,
  Exception: text,
  StatusCode: z.coerce.number().catch(0),
  Status: text,
})

function faultIn({ json }: Answer): Fault | undefined {
  const { data } = faultShape.safeParse(json)
  if (!data) return undefined
  const code = data.StatusCode
  const message = data.ExceptionMessage || data.Exception
  if (message === '' && code < 400) return undefined
  return { name: String(code), message: message || data.Status || `StatusCode ${code}` }
}

const signedOut =
  /^401:|must be login|login to use service|session (?:has )?(?:expired|timed out)|oturum\w* (?:sona er|süresi)/i
const notAllowed = /^403:|yetkiniz|yetkisi yok|not authori[sz]ed|permission was denied/i
const noLicence = /lisans|licen[cs]e/i
/** Not certainly rolled back. */
const databaseFailure =
  /^(?:[5-9]\d\d|\d{4,}):|deadlock|time-?out|transport-level|zaman aşımı|kilitlenme|connection (?:was|is) (?:closed|broken)|server was not found|instance-specific/i

const saidTo = (writes: boolean): Peer['said'] => [
  [notAllowed, 'auth', 'Nebim does not allow this user to do it: {message}'],
  // Nothing was done; a licence may be free later.
  [noLicence, 'down', 'Nebim has no free licence: {message}'],
  [databaseFailure, 'unclear', 'Nebim failed: {message}'],
  writes
    ? [/^/, 'rejected', '{message}']
    : // A missing or different procedure is a setup problem.
      [/^/, 'auth', 'Nebim does not support the request: {message}'],
]

const refused = 'Nebim rejected our sign-in: {message}'
const saidToSignIn: Peer['said'] = [
  [noLicence, 'down', refused],
  [databaseFailure, 'down', refused],
  [/^/, 'auth', refused],
]

const nebimPeer = {
  program: 'Nebim',
  faultIn,
  said: [],
  statuses: [
    ['401 403', 'auth', 'The Integrator rejected our sign-in ({status})'],
    ['429 503', 'down', 'The Integrator is busy ({status})'],
    ['3xx 4xx', 'down', 'There is no Integrator at this address ({status})'],
    ['5xx', 'unclear', 'The Integrator failed ({status})'],
  ],
} satisfies Partial<Peer>
