import type { z } from 'zod'
import type { CallAt, Paths } from '#shared/api.ts'
import type { ErrorBody, ErrorCode, LineProblem } from '#shared/errors.ts'
import type { BrokenLimit } from '#shared/pricing/quantities.ts'
import { dropToken, readToken, storeToken } from './credentials.ts'
import { rememberListCall, takeEarlyAnswer } from './earlyCalls.ts'
import { language, t } from './i18n.ts'

const callTimeoutMs = 500_000

type CallInput<Method extends 'GET' | 'POST', Path extends Paths<Method>> = z.input<
  CallAt<Method, Path>['input']
>
type CallReply<Method extends 'GET' | 'POST', Path extends Paths<Method>> = z.output<
  CallAt<Method, Path>['reply']
>
/** `isQuiet`: the caller handles a dead session, no dialog. `keepalive`: the call outlives the page. */
export type CallOptions = {
  signal?: AbortSignal
  isQuiet?: boolean
  keepalive?: boolean
  headers?: Record<string, string>
}

/** A failed call, its message translated. `code` is undefined where the server did not answer. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly lines: LineProblem[]
  readonly brokenLimits: BrokenLimit[]
  readonly fields: Record<string, string>
  /** Seconds to wait before retrying, where the server says so. */
  readonly seconds: number | undefined

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.Message ?? t('error.network'))
    this.status = status
    this.code = body.code
    this.lines = body.lines ?? []
    this.brokenLimits = body.unmet ?? []
    this.fields = body.fields ?? {}
    this.seconds = body.seconds
  }
}

/** Typed by endpoint path. Throws {@link CallFailed}. */
export const api = {
  get: <Path extends Paths<'GET'>>(path: Path, input: CallInput<'GET', Path>, options: CallOptions = {}) =>
    callJson<CallReply<'GET', Path>>(withQuery(path, input), { method: 'GET' }, options),
  post: <Path extends Paths<'POST'>>(path: Path, input: CallInput<'POST', Path>, options: CallOptions = {}) =>
    callJson<CallReply<'POST', Path>>(path, { method: 'POST', body: JSON.stringify(input) }, options),
  /** Downloads a file under the server's file name. */
  download: async <Path extends Paths<'GET'>>(path: Path, input: CallInput<'GET', Path>): Promise<void> => {
    const file = await api.file(path, input)
    saveFile(file, file.name)
  },
  file: async <Path extends Paths<'GET'>>(path: Path, input: CallInput<'GET', Path>): Promise<File> => {
    const answer = await throwUnlessOk(await sendWithRenewal(withQuery(path, input), { method: 'GET' }, {}))
    const content = await answer.blob()
    return new File([content], fileName(answer), { type: content.type })
  },
  /** Opens a streamed file; the caller reads the body. */
  open: async <Path extends Paths<'POST'>>(
    path: Path,
    input: CallInput<'POST', Path>,
    options: CallOptions,
  ) => throwUnlessOk(await sendWithRenewal(path, { method: 'POST', body: JSON.stringify(input) }, options)),
  /** Uploads a file with extra form fields. */
  upload: <Path extends Paths<'POST'>>(
    path: Path,
    file: File,
    { fields = {}, ...options }: CallOptions & { fields?: Record<string, string> } = {},
  ) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', file)
    return callJson<CallReply<'POST', Path>>(path, { method: 'POST', body }, options)
  },
}

function withQuery(path: string, input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return query ? `${path}?${query}` : path
}

async function throwUnlessOk(answer: Response): Promise<Response> {
  if (answer.status === 200) return answer
  throw new CallFailed(answer.status, await answer.json().catch(() => ({})))
}

export function fileName(answer: Response): string {
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return decodeURIComponent(name ?? '')
}

/** Saves a file through the browser. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

let onSessionEnded = () => {}
/** Registers what to do when the session cannot be renewed. */
export function whenSessionEnded(listener: () => void): void {
  onSessionEnded = listener
}

/** A 401 from these is about the call itself, not the session. */
const sessionlessPaths = [
  '/api/Account/authenticate',
  '/api/Account/CreateTokenByRefreshToken',
  '/api/Account/Logout',
  '/api/Operator/',
]

async function callJson<T>(path: string, request: RequestInit, options: CallOptions): Promise<T> {
  return readJson<T>(await sendWithRenewal(path, request, options))
}

/** On 401, renews the session and retries once. */
async function sendWithRenewal(path: string, request: RequestInit, options: CallOptions): Promise<Response> {
  const token = readToken()
  const answer = await send(path, request, options, token)
  if (answer.status !== 401 || !token || sessionlessPaths.some((ownPath) => path.startsWith(ownPath)))
    return answer
  if (await isAboutCode(answer)) return answer
  const renewed = await renew(token)
  const retried = renewed ? await send(path, request, options, renewed) : answer
  if (retried.status === 401 && !options.isQuiet) onSessionEnded()
  return retried
}

/** A mistyped code is also refused with 401. */
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
  options: CallOptions,
  token: string | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { langCode: language, ...options.headers }
  if (token) headers.Authorization = `Bearer ${token}`
  if (typeof request.body === 'string') headers['Content-Type'] = 'application/json'
  const timeoutSignal = AbortSignal.timeout(callTimeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeoutSignal]) : timeoutSignal
  const keepalive = options.keepalive ?? false
  rememberListCall(path, request.body)
  const answer =
    takeEarlyAnswer(path, request.body, token, language) ??
    fetch(path, { ...request, headers, signal, keepalive })
  return answer.catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw new CallFailed(0, {})
  })
}

async function readJson<T>(answer: Response): Promise<T> {
  // A reply cut off, as when the page is left, must not count as empty: that would end the session.
  const text = await answer.text().catch(() => {
    throw new CallFailed(0, {})
  })
  const body = parseJson(text)
  if (answer.status !== 200) throw new CallFailed(answer.status, body)
  return body as T
}

/** A proxy in front of the server may send something other than JSON. */
function parseJson(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

let renewing: Promise<string | undefined> | undefined

/** One refresh shared by all calls whose token expired; undefined where the session cannot be renewed. */
function renew(expiredToken: string): Promise<string | undefined> {
  const current = readToken()
  // Another call or tab has already renewed it.
  if (current && current !== expiredToken) return Promise.resolve(current)
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
  // Other errors (rate limit, server down) leave the session alone: only this call fails.
  const { token } = await readJson<{ token: string }>(answer)
  storeToken(token)
  return token
}
