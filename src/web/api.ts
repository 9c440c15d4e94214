import type { z } from 'zod'
import type { CallAt, Paths } from '#shared/api.ts'
import type { ErrorBody, ErrorCode, LineProblem } from '#shared/errors.ts'
import { dropToken, readToken, storeToken } from './credentials.ts'
import { rememberEarly, takeEarly } from './earlyCalls.ts'
import { language, t } from './i18n.ts'

/** How long a call may take, in milliseconds. */
const timeout = 500_000

type Input<Method extends 'GET' | 'POST', Path extends Paths<Method>> = z.input<CallAt<Method, Path>['input']>
type Reply<Method extends 'GET' | 'POST', Path extends Paths<Method>> = z.output<
  CallAt<Method, Path>['reply']
>
/**
 * `isQuiet`: a dead session is the caller's affair, no dialog is shown for it. `keepalive`: goes on when the page goes.
 */
type Options = {
  signal?: AbortSignal
  isQuiet?: boolean
  keepalive?: boolean
  headers?: Record<string, string>
}

/** An answer that is not 200, in the reader's language. `code` is undefined where none came from the server. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly lines: LineProblem[]
  readonly fields: Record<string, string>
  /** How long to wait before another try can succeed, where the server says so. */
  readonly seconds: number | undefined

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.Message ?? t('error.network'))
    this.status = status
    this.code = body.code
    this.lines = body.lines ?? []
    this.fields = body.fields ?? {}
    this.seconds = body.seconds
  }
}

/** Typed by the endpoint at the path: what goes in, what comes back. Throws {@link CallFailed}. */
export const api = {
  get: <Path extends Paths<'GET'>>(path: Path, input: Input<'GET', Path>, options: Options = {}) =>
    call<Reply<'GET', Path>>(withQuery(path, input), { method: 'GET' }, options),
  post: <Path extends Paths<'POST'>>(path: Path, input: Input<'POST', Path>, options: Options = {}) =>
    call<Reply<'POST', Path>>(path, { method: 'POST', body: JSON.stringify(input) }, options),
  /** Fetches a file and hands it to the browser to keep, under the name that the server gives it. */
  download: async <Path extends Paths<'GET'>>(path: Path, input: Input<'GET', Path>): Promise<void> => {
    const answer = await asFile(await reach(withQuery(path, input), { method: 'GET' }, {}))
    keep(await answer.blob(), fileName(answer))
  },
  /** Asks for a file that is sent while it is made; what comes of it is the caller's affair, to the last byte. */
  open: async <Path extends Paths<'POST'>>(path: Path, input: Input<'POST', Path>, options: Options) =>
    asFile(await reach(path, { method: 'POST', body: JSON.stringify(input) }, options)),
  /** Sends a file with a call that takes one, and what else the call wants to know. */
  upload: <Path extends Paths<'POST'>>(
    path: Path,
    file: File,
    { fields = {}, ...options }: Options & { fields?: Record<string, string> } = {},
  ) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', file)
    return call<Reply<'POST', Path>>(path, { method: 'POST', body }, options)
  },
}

function withQuery(path: string, input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return query ? `${path}?${query}` : path
}

async function asFile(answer: Response): Promise<Response> {
  if (answer.status === 200) return answer
  throw new CallFailed(answer.status, await answer.json().catch(() => ({})))
}

/** The name that the server gives a file. */
export function fileName(answer: Response): string {
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return decodeURIComponent(name ?? '')
}

/** Hands a file to the browser to keep. */
export function keep(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

let onSessionEnded = () => {}
/** What to do when the session has ended and cannot be renewed: once, however many calls found out. */
export function whenSessionEnded(listener: () => void): void {
  onSessionEnded = listener
}

/** Calls whose 401 is an answer about themselves, not about the session. */
const ownAnswer = [
  '/api/Account/authenticate',
  '/api/Account/CreateTokenByRefreshToken',
  '/api/Account/Logout',
]

async function call<T>(path: string, request: RequestInit, options: Options): Promise<T> {
  return read<T>(await reach(path, request, options))
}

/** The server's answer, after the session was renewed where it had run out. */
async function reach(path: string, request: RequestInit, options: Options): Promise<Response> {
  const token = readToken()
  const answer = await send(path, request, options, token)
  if (answer.status !== 401 || !token || ownAnswer.some((own) => path.startsWith(own))) return answer
  if (await isAboutCode(answer)) return answer
  const renewed = await renew(token)
  const again = renewed ? await send(path, request, options, renewed) : answer
  // Replayed once and no more: a second refusal is the end.
  if (again.status === 401 && !options.isQuiet) onSessionEnded()
  return again
}

/** A code that was typed wrong is refused with 401 as well, and says nothing of the session. */
async function isAboutCode(answer: Response): Promise<boolean> {
  const body: Partial<ErrorBody> = await answer
    .clone()
    .json()
    .catch(() => ({}))
  return body.code === 'session.badCode'
}

function send(
  path: string,
  request: RequestInit,
  options: Options,
  token: string | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { langCode: language, ...options.headers }
  if (token) headers.Authorization = `Bearer ${token}`
  if (typeof request.body === 'string') headers['Content-Type'] = 'application/json'
  const limit = AbortSignal.timeout(timeout)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  const keepalive = options.keepalive ?? false
  rememberEarly(path, request.body)
  const answer =
    takeEarly(path, request.body, token, language) ?? fetch(path, { ...request, headers, signal, keepalive })
  return answer.catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw new CallFailed(0, {})
  })
}

async function read<T>(answer: Response): Promise<T> {
  // Cut off on the way, as when the page is left, is no empty answer: that would end the session.
  const text = await answer.text().catch(() => {
    throw new CallFailed(0, {})
  })
  const body = parsed(text)
  if (answer.status !== 200) throw new CallFailed(answer.status, body)
  return body as T
}

/** What is no JSON, as of something that stands in front of the server, says nothing. */
function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

let renewing: Promise<string | undefined> | undefined

/** One refresh for all calls that found their token dead; undefined where the session cannot be renewed. */
function renew(dead: string): Promise<string | undefined> {
  const current = readToken()
  // Another call, or another tab, has renewed it meanwhile.
  if (current && current !== dead) return Promise.resolve(current)
  renewing ??= refresh().finally(() => {
    renewing = undefined
  })
  return renewing
}

async function refresh(): Promise<string | undefined> {
  const answer = await send('/api/Account/CreateTokenByRefreshToken', { method: 'GET' }, {}, undefined)
  if (answer.status === 401) {
    dropToken()
    return undefined
  }
  // Anything else (too many, server away) says nothing of the session: the call fails with it.
  const { token } = await read<{ token: string }>(answer)
  storeToken(token)
  return token
}
