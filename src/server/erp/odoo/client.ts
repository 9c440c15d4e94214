import { z } from 'zod'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError } from '../connector.ts'
import { type Answer, ask, exchange, type Fault, type Peer, parseReply } from '../kit/answers.ts'
import type { Limits } from '../kit/program.ts'
import { fieldsOf, type Records } from '../kit/records.ts'
import { keepSession } from '../kit/session.ts'

/** Each call is its own transaction. */
export type Odoo = Omit<Records, 'as'> & {
  /** If it `writes`, a lost answer leaves the outcome unknown. */
  call: <Schema extends z.ZodType>(
    model: string,
    method: string,
    given: Given,
    reply: Schema,
  ) => Promise<z.output<Schema>>
  /** For example 19.0. Needs no key. */
  version: () => Promise<string>
  as: (context: Record<string, unknown>) => Odoo
}

type Given = {
  /** Omitted for model methods. */
  ids?: number[]
  args?: Record<string, unknown>
  writes?: boolean
}
type Call = Given & {
  model: string
  method: string
  context: Record<string, unknown>
  signal: AbortSignal
}
type Transport = {
  call: (call: Call) => Promise<unknown>
  version: (signal: AbortSignal) => Promise<string>
}

/** Odoo sends `false` for empty values. */
export const text = z
  .union([z.string(), z.literal(false), z.null()])
  .transform((value) => (typeof value === 'string' ? value : ''))
/** A many2one: id and display name. */
export const reference = z
  .union([z.tuple([z.int(), z.string()]).rest(z.unknown()), z.literal(false), z.null()])
  .transform((value) => (Array.isArray(value) ? { id: value[0], name: value[1] } : undefined))

/** Odoo's format, in UTC: 2026-03-02 09:14:58. */
export const timeOf = (iso: string | Date) => new Date(iso).toISOString().slice(0, 19).replace('T', ' ')

const dialect = {
  stamps: ['write_date'],
  like: '=ilike',
  // Polish notation: operators first.
  or: (conditions: unknown[]) => [...conditions.slice(1).map(() => '|'), ...conditions],
  textOf: (value: unknown) => (typeof value === 'string' ? value : ''),
  valueOf: (time: string) => time,
  earlier: (time: string, milliseconds: number) =>
    timeOf(new Date(Date.parse(`${time.replace(' ', 'T')}Z`) - milliseconds)),
}

export function openOdooClient(settings: OdooSettings, key: string, limits: Limits) {
  const peer = { ...odooPeer, timeoutMs: limits.callTimeoutMs, secrets: [key] }
  const transport =
    settings.api === 'json2' ? json2(peer, settings, key) : jsonRpc(peer, settings, key, limits)
  const clientOf = (signal: AbortSignal, context: Record<string, unknown>): Odoo => {
    const odoo: Odoo = {
      dialect,
      async call(model, method, given, reply) {
        const result = await transport.call({ ...given, model, method, context, signal })
        return parseReply(peer, reply, result, given.writes)
      },
      search(model, row, domain, { limit, order = ['id'] } = {}) {
        const args = { domain, fields: fieldsOf(row), order: order.join(', '), ...(limit ? { limit } : {}) }
        return odoo.call(model, 'search_read', { args }, z.array(row))
      },
      version: () => transport.version(signal),
      as: (more) => clientOf(signal, { ...context, ...more }),
    }
    return odoo
  }
  return { client: (signal: AbortSignal) => clientOf(signal, {}) }
}

type Shared = Omit<Peer, 'faultIn'>

const odooPeer = {
  program: 'Odoo',
  said: [
    [/^odoo\.exceptions\.(?:UserError|ValidationError|RedirectWarning):/, 'rejected', '{message}'],
    [
      /^(?:odoo\.exceptions\.Access(?:Denied|Error)|odoo\.http\.SessionExpiredException|werkzeug\.exceptions\.(?:Unauthorized|Forbidden)):/,
      'auth',
      'Odoo does not allow this user to do it: {message}',
    ],
    [
      // A module is missing.
      /^werkzeug\.exceptions\.(?:NotFound|UnprocessableEntity|BadRequest):/,
      'auth',
      'This Odoo does not support the request: {message}',
    ],
  ],
  statuses: [
    ['401 403', 'auth', 'Odoo rejected our sign-in ({status})'],
    ['429 503', 'down', 'Odoo is busy ({status})'],
    ['3xx', 'down', 'The address redirects elsewhere ({status}): it is not the address of Odoo itself'],
    ['404', 'down', 'Odoo has no such address or no such database ({status}); {advice}'],
    ['4xx', 'auth', 'Odoo does not accept our request ({status})'],
  ],
} satisfies Partial<Peer>

/** Whoever gets 404 may have chosen the wrong API. */
const advising = ({ statuses }: Shared, advice: string) =>
  statuses.map(([status, as, says]) => [status, as, says.replace('{advice}', advice)] as const)

/** A Python exception: `error.data` in JSON-RPC, the body in JSON-2. */
const exception = z
  .object({ name: z.string(), message: z.string().default('') })
  .transform(({ name, message }): Fault => ({ name, message: message.trim() || name }))

const version2 = z.object({ version: z.string() }).transform(({ version }) => version)
const versionRpc = z
  .object({ server_version: z.string() })
  .transform(({ server_version: version }) => version)

/**
 * Odoo's JSON-2 API (from 19): `POST /json/2/<model>/<method>`, named arguments, bearer key; exceptions as 4xx or
 * 5xx.
 */
function json2(shared: Shared, { url, database }: OdooSettings, key: string): Transport {
  const peer: Peer = {
    ...shared,
    statuses: advising(shared, 'before 19 it has JSON-RPC instead'),
    faultIn: ({ status, json }) =>
      status === 200 || status === 503 ? undefined : exception.safeParse(json).data,
  }
  const toDatabase = { 'x-odoo-database': database }
  return {
    call: ({ model, method, ids, args, context, signal, writes = false }) =>
      ask(peer, `${url}/json/2/${encodeURIComponent(model)}/${encodeURIComponent(method)}`, {
        json: { ...args, ...(ids ? { ids } : {}), context },
        headers: { ...toDatabase, authorization: `bearer ${key}` },
        signal,
        writes,
      }),
    async version(signal) {
      const { json } = await exchange(peer, `${url}/web/version`, { headers: toDatabase, signal })
      return version2.catch('').parse(json)
    },
  }
}

const envelope = z.object({
  result: z.unknown().optional(),
  error: z
    .object({ message: z.string().default(''), data: z.unknown().optional() })
    .nullable()
    .optional(),
})

/**
 * Odoo's JSON-RPC (17, 18): `POST /jsonrpc`, positional arguments; always status 200, exceptions in `error.data`. The
 * key replaces the password.
 */
function jsonRpc(
  shared: Shared,
  { url, database, username }: OdooSettings,
  key: string,
  { signInRetryDelayMs }: Limits,
): Transport {
  const peer: Peer = {
    ...shared,
    statuses: advising(shared, 'from 20 on it may have JSON-2 alone'),
    faultIn({ status, json }: Answer) {
      const error = status === 200 ? envelope.safeParse(json).data?.error : undefined
      return error
        ? (exception.safeParse(error.data).data ?? { name: '', message: error.message })
        : undefined
    },
  }
  async function run(service: string, method: string, args: unknown[], signal: AbortSignal, writes = false) {
    const json = { jsonrpc: '2.0', method: 'call', id: 1, params: { service, method, args } }
    const reply = await ask(peer, `${url}/jsonrpc`, { json, signal, writes })
    return parseReply(peer, envelope, reply, writes).result
  }
  const { use } = keepSession({
    program: 'Odoo',
    identity: [url, database, username, key],
    signInRetryDelayMs,
    async signIn(signal) {
      if (username === '') throw new ErpError('auth', 'JSON-RPC needs the username that the key belongs to')
      const userId = await run('common', 'authenticate', [database, username, key, {}], signal)
      if (typeof userId === 'number') return userId
      throw new ErpError('auth', 'Odoo does not know a user with this name and key')
    },
  })
  return {
    call: ({ model, method, ids, args = {}, context, signal, writes }) =>
      use(signal, (userId) => {
        const { byPosition, byName } = positions(method, ids, args)
        const params = [database, userId, key, model, method, byPosition, { ...byName, context }]
        return run('object', 'execute_kw', params, signal, writes)
      }),
    version: async (signal) => versionRpc.catch('').parse(await run('common', 'version', [], signal)),
  }
}

/** `create` takes its values by position, because Odoo inspects them first. */
function positions(method: string, ids: number[] | undefined, args: Record<string, unknown>) {
  if (method !== 'create') return { byPosition: ids ? [ids] : [], byName: args }
  const { vals_list: values, ...byName } = args
  return { byPosition: [values], byName }
}
