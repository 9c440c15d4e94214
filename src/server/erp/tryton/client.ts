import { z } from 'zod'
import type { TrytonSettings } from '#shared/erp/tryton.ts'
import { ErpError } from '../connector.ts'
import { type Answer, ask, type Fault, type Peer, parseReply } from '../kit/answers.ts'
import type { Limits } from '../kit/program.ts'
import { fieldsOf, type Records } from '../kit/records.ts'
import { keepSession, SignedOut } from '../kit/session.ts'
import { earlier, textOfTime, timeOf } from './encoding.ts'

export type Tryton = Omit<Records, 'as'> & {
  /** As `model.sale.sale.quote`. If it `writes`, a lost answer leaves the outcome unknown. */
  call: <Schema extends z.ZodType>(
    method: string,
    params: unknown[],
    reply: Schema,
    options?: { writes?: boolean },
  ) => Promise<z.output<Schema>>
  /** The fields of the row's shape. */
  read: <Row extends z.ZodObject>(model: string, row: Row, ids: number[]) => Promise<z.output<Row>[]>
  version: () => Promise<string>
  /** Merged into the user's own context. */
  as: (context: Record<string, unknown>) => Tryton
}

export const number = z.int()
export const optionalNumber = z.int().nullable()
export const text = z
  .string()
  .nullable()
  .transform((value) => value ?? '')
export const decimal = z.object({ __class__: z.literal('Decimal'), decimal: z.string() })
export const date = z.object({
  __class__: z.literal('date'),
  year: z.int(),
  month: z.int(),
  day: z.int(),
})
const time = z.object({
  __class__: z.literal('datetime'),
  year: z.int(),
  month: z.int(),
  day: z.int(),
  hour: z.int(),
  minute: z.int(),
  second: z.int(),
  microsecond: z.int(),
})

/** Without a clause on `active`, Tryton omits archived records. */
export const includeArchived = ['active', 'in', [true, false]]

const dialect = {
  stamps: ['write_date', 'create_date'],
  like: 'ilike',
  or: (conditions: unknown[]) => [['OR', ...conditions]],
  textOf(value: unknown) {
    const { data } = time.safeParse(value)
    return data ? textOfTime(data) : ''
  },
  valueOf: timeOf,
  earlier,
}

type SignedIn = { authorization: string; context: Record<string, unknown> }

const loginReply = z.tuple([z.int(), z.string()])
const contextReply = z.record(z.string(), z.unknown())

const answerShape = z.object({ result: z.unknown().optional(), error: z.unknown().optional() })

/** Tryton's JSON-RPC, with a session. */
export function openTrytonClient(settings: TrytonSettings, password: string, limits: Limits) {
  const { username, database } = settings
  const root = `${settings.url}/`
  const url = `${root}${encodeURIComponent(database)}/`
  const peer = { ...trytonPeer, timeoutMs: limits.callTimeoutMs, secrets: [password] }

  /** Makes one call. Throws {@link SignedOut} if Tryton does not know the session. */
  async function run(
    method: string,
    params: unknown[],
    { signal, address = url, authorization = '', writes = false }: RunOptions,
  ): Promise<unknown> {
    const headers = authorization === '' ? {} : { authorization }
    const statuses = peer.statuses.map(
      ([status, as, says]) => [status, as, says.replace('{call}', method)] as const,
    )
    const json = { id: 1, method, params }
    const reply = await ask({ ...peer, statuses }, address, { json, headers, signal, writes })
    return parseReply(peer, answerShape, reply, writes).result
  }

  const { use, close } = keepSession<SignedIn>({
    program: 'Tryton',
    identity: [url, username, password],
    signInRetryDelayMs: limits.signInRetryDelayMs,
    async signIn(signal) {
      const login = await run('common.db.login', [username, { password }, 'en'], { signal }).catch(
        ifSignedOut(() => {
          throw new ErpError('auth', 'Tryton does not know a user with this name and password')
        }),
      )
      const [userId, key] = parseReply(peer, loginReply, login)
      const authorization = `Session ${Buffer.from(`${username}:${userId}:${key}`).toString('base64')}`
      const call = { signal, authorization }
      const preferences = await run('model.res.user.get_preferences', [true, {}], call).catch(
        ifSignedOut(() => {
          throw new ErpError('auth', 'Tryton lost the session immediately')
        }),
      )
      return { authorization, context: parseReply(peer, contextReply, preferences) }
    },
  })
  const clientOf = (signal: AbortSignal, context: Record<string, unknown>): Tryton => {
    const client: Tryton = {
      dialect,
      async call(method, params, reply, { writes = false } = {}) {
        const result = await use(signal, ({ authorization, context: own }) =>
          run(method, [...params, { ...own, ...context }], { authorization, signal, writes }),
        )
        return parseReply(peer, reply, result, writes)
      },
      search(model, row, domain, { limit = null, order = ['id'] } = {}) {
        const sorted = order.map((one) => {
          const [column, ...direction] = one.split(' ')
          return [column, direction.join(' ').toUpperCase() || 'ASC']
        })
        const params = [domain, 0, limit, sorted, fieldsOf(row)]
        return client.call(`model.${model}.search_read`, params, z.array(row))
      },
      read: (model, row, ids) => client.call(`model.${model}.read`, [ids, fieldsOf(row)], z.array(row)),
      version: async () => {
        const version = run('common.server.version', [], { address: root, signal })
        return String(await version.catch(ifSignedOut(() => '')))
      },
      as: (more) => clientOf(signal, { ...context, ...more }),
    }
    return client
  }
  return {
    client: (signal: AbortSignal) => clientOf(signal, {}),
    close: () => close(({ authorization }, signal) => run('common.db.logout', [], { authorization, signal })),
  }
}

type RunOptions = { signal: AbortSignal; address?: string; authorization?: string; writes?: boolean }

const ifSignedOut =
  <T>(then: () => T) =>
  (error: unknown): T => {
    if (error instanceof SignedOut) return then()
    throw error
  }

const trytonPeer = {
  program: 'Tryton',
  faultIn({ status, json, body }: Answer) {
    if (status === 401) throw new SignedOut(body)
    const error = status === 200 ? answerShape.safeParse(json).data?.error : undefined
    return error === undefined || error === null ? undefined : faultOf(error)
  },
  said: [
    [/^User(?:Error|Warning):/, 'rejected', '{message}'],
    [/^ConcurrencyException:/, 'unknown', 'Someone else is working on the same record in Tryton: {message}'],
    [/^LoginException:/, 'auth', 'Tryton requires more than a password: {message}'],
    [
      // Database failures. Rolled back, unless the connection was lost during commit.
      /deadlock|serialize|concurrent|lock timeout|connection|cursor already closed|server closed|shutting down|starting up|too many clients|canceling statement/i,
      'unclear',
      'Tryton failed: {message}',
    ],
    [/^/, 'rejected', 'Tryton failed: {message}'],
  ],
  statuses: [
    ['429', 'auth', 'Tryton locked this login after too many attempts'],
    ['403', 'auth', 'Tryton does not allow this user to call {call}'],
    // Also for a database that is temporarily unreachable.
    ['404', 'down', 'Tryton cannot reach a database with this name'],
    ['3xx', 'down', 'The address redirects elsewhere ({status}): it is not the address of Tryton itself'],
    ['4xx', 'rejected', 'Tryton refused the request ({status})'],
  ],
} satisfies Partial<Peer>

const faultAnswer = z
  .tuple([z.enum(['UserError', 'UserWarning', 'LoginException', 'ConcurrencyException'])])
  .rest(z.unknown())

function faultOf(error: unknown): Fault {
  const raw = JSON.stringify(error)
  const { data } = faultAnswer.safeParse(error)
  if (!data) return { name: '', message: Array.isArray(error) ? String(error[0]) : raw }
  const [name, details] = data
  if (name === 'LoginException') return { name, message: raw }
  if (name === 'ConcurrencyException') return { name, message: String(details) }
  const parts = Array.isArray(details)
    ? details.map((part) => (typeof part === 'string' ? part : ''))
    : [String(details)]
  // A warning starts with its technical name.
  const texts = name === 'UserWarning' ? parts.slice(1) : parts
  return { name, message: texts.filter((part) => part.trim() !== '').join(' – ') || raw }
}
