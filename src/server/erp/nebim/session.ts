import { z } from 'zod'
import { anySignal } from '#server/anySignal.ts'
import type { NebimSettings } from '#shared/erp/nebim.ts'
import { ErpError } from '../connector.ts'
import { type OutboundAnswer, outboundRequest } from '../outbound.ts'
import { redactSecret } from '../redactSecret.ts'
import { clearRefusals, recordRefusal, signInKey, throwIfRecentlyRefused } from '../signIns.ts'
import { faultError, faultIn, isSignedOut, parseJson, signInError, statusError } from './faults.ts'

type Options = {
  callTimeoutMs: number
  /** After a refused sign-in. */
  signInRetryDelayMs: number
}

/** Signs in on first use, and once more if the session is gone. */
export type Session = {
  post: (model: object, signal: AbortSignal) => Promise<unknown>
  run: <Row extends z.ZodType>(
    procedure: string,
    parameters: Record<string, string>,
    row: Row,
    signal: AbortSignal,
  ) => Promise<z.output<Row>[]>
  whoAmI: (signal: AbortSignal) => Promise<UserInfo>
  close: () => Promise<void>
}

const connected = z.object({ SessionID: z.string().nullish(), Token: z.string().nullish() })
const userInfo = z.object({
  UserName: z.string().default(''),
  DatabaseName: z.string().default(''),
  OfficeCode: z.string().nullish(),
})
type UserInfo = z.output<typeof userInfo>

/** In the path (IIS) or in a token header (Nebim). */
type SignedIn = { prefix: string; headers: Record<string, string>; user: UserInfo }

const json = { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' }
const sessionIn = (text: string) => /\(S\(([A-Za-z0-9]+)\)\)/.exec(text)?.[1]

export function openSession(settings: NebimSettings, password: string, options: Options): Session {
  const { url, userGroup, username, database } = settings
  const signInId = signInKey('nebim', url, userGroup, username, database, password)
  const withTimeout = (signal: AbortSignal) => anySignal(signal, AbortSignal.timeout(options.callTimeoutMs))
  let current: SignedIn | undefined

  async function ensureSignedIn(signal: AbortSignal): Promise<SignedIn> {
    if (current) return current
    throwIfRecentlyRefused(signInId)
    try {
      current = await connect(settings, password, signal)
      clearRefusals(signInId)
      return current
    } catch (error) {
      const safe = redactSecret(error, password)
      if (safe instanceof ErpError && safe.errorClass === 'auth') {
        recordRefusal(signInId, safe, options.signInRetryDelayMs)
      }
      throw safe
    }
  }

  /** A lost session means nothing was done: signs in again once. */
  async function ask(command: string, body: object, signal: AbortSignal, writes: boolean, isRetry = false) {
    const limit = withTimeout(signal)
    const session = await ensureSignedIn(limit)
    const address = `${url}${session.prefix}/IntegratorService/${command}`
    const sent = {
      method: 'POST' as const,
      headers: { ...json, ...session.headers },
      body: JSON.stringify(body),
    }
    const answer = await exchange(address, { ...sent, signal: limit }, writes)
    const reply = parseJson(answer.body)
    const fault = faultIn(reply?.value)
    const isSignedOutNow = fault
      ? isSignedOut(fault)
      : answer.status === 401 || sessionIn(locationOf(answer)) !== undefined
    if (isSignedOutNow) {
      if (current === session) current = undefined
      if (isRetry) throw new ErpError('auth', 'Nebim lost the session that it just opened', answer.body)
      return await ask(command, body, signal, writes, true)
    }
    const raw = answer.body.replaceAll(session.prefix || session.headers.token || '\0', '•••')
    if (fault) throw faultError(fault, raw, writes)
    if (answer.status < 200 || answer.status > 299) throw statusError(answer.status, raw, writes)
    if (!reply) {
      throw new ErpError(
        writes ? 'unknown' : 'down',
        'The server that answers is not Nebim: its answer is not JSON',
        raw,
      )
    }
    return reply.value
  }

  return {
    post: (model, signal) => ask('Post', model, signal, true),
    async run(procedure, parameters, row, signal) {
      const parameterList = Object.entries(parameters).map(([Name, Value]) => ({ Name, Value }))
      const body = { ModelType: 33, ProcName: procedure, Parameters: parameterList }
      const parsed = z.array(row).safeParse(await ask('RunProc', body, signal, false))
      if (parsed.success) return parsed.data
      const [issue] = parsed.error.issues
      const where = issue ? `${issue.path.join('.')}: ${issue.message}` : ''
      throw new ErpError('auth', `${procedure} does not return what docs/nebim.md says (${where})`)
    },
    whoAmI: async (signal) => (await ensureSignedIn(withTimeout(signal))).user,
    async close() {
      const session = current
      current = undefined
      if (!session) return
      // Optional, but frees the licence.
      const address = `${url}${session.prefix}/IntegratorService/Disconnect`
      const headers = { ...json, ...session.headers }
      const signal = AbortSignal.timeout(2000)
      await outboundRequest(address, { method: 'POST', headers, body: '{}', signal }).catch(() => undefined)
    },
  }
}

/** Verifies the user, because the Integrator reports success for wrong credentials too. */
async function connect(settings: NebimSettings, password: string, signal: AbortSignal): Promise<SignedIn> {
  const { url, userGroup, username, database } = settings
  const body = JSON.stringify({
    ModelType: 1,
    DatabaseName: database,
    UserGroupCode: userGroup,
    UserName: username,
    Password: password,
    Validate: true,
  })
  const ask = (prefix: string) =>
    exchange(
      `${url}${prefix}/IntegratorService/Connect`,
      { method: 'POST', headers: json, body, signal },
      false,
    )
  let answer = await ask('')
  // IIS may first redirect to a path with a session id. No other redirect is followed.
  const redirectedSession = sessionIn(locationOf(answer))
  if (answer.status >= 300 && answer.status < 400 && redirectedSession)
    answer = await ask(`/(S(${redirectedSession}))`)
  const reply = parseJson(answer.body)
  const fault = faultIn(reply?.value)
  if (fault) throw signInError(fault, answer.body)
  const parsed = connected.safeParse(reply?.value)
  const { SessionID: session, Token: token } = parsed.success ? parsed.data : {}
  if (answer.status !== 200 || !(session || token)) throw statusError(answer.status, answer.body, false)
  const prefix = token ? '' : `/(S(${session}))`
  const headers: Record<string, string> = token ? { token } : {}
  const user = await readUser(url, prefix, headers, signal)
  if (!equalsIgnoringCase(user.UserName, username) || !equalsIgnoringCase(user.DatabaseName, database)) {
    throw new ErpError('auth', 'Nebim does not know a user with this name and password in this database')
  }
  return { prefix, headers, user }
}

async function readUser(url: string, prefix: string, headers: Record<string, string>, signal: AbortSignal) {
  const address = `${url}${prefix}/IntegratorService/GetUserInfo`
  const answer = await exchange(address, { method: 'GET', headers: { ...json, ...headers }, signal }, false)
  const reply = parseJson(answer.body)
  const fault = faultIn(reply?.value)
  if (fault) throw signInError(fault, '')
  if (answer.status !== 200) throw statusError(answer.status, '', false)
  const parsed = userInfo.safeParse(reply?.value)
  if (!parsed.success) throw new ErpError('down', 'The server that answers is not Nebim')
  return parsed.data
}

const equalsIgnoringCase = (one: string, other: string) =>
  one.trim().toLocaleUpperCase('tr') === other.trim().toLocaleUpperCase('tr') ||
  one.trim().toUpperCase() === other.trim().toUpperCase()

const locationOf = ({ headers }: OutboundAnswer) => String(headers.location ?? '')

/** A failed read becomes `down`: it changed nothing. */
async function exchange(address: string, request: Parameters<typeof outboundRequest>[1], writes: boolean) {
  if (request.signal.aborted) throw new ErpError('down', 'Stopped before anything was sent to Nebim')
  try {
    return await outboundRequest(address, request)
  } catch (error) {
    if (writes || !(error instanceof ErpError) || error.errorClass !== 'unknown') throw error
    throw new ErpError('down', error.message, error.raw)
  }
}
