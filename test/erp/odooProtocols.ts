import type { Called } from './odooModels.ts'
import { OdooFault } from './odooRecords.ts'

/** What a request came with, and what is answered. */
export type Asked = { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }
export type Answer = { status: number; body: unknown }

export type Access = { key: string; database: string; username: string; uid: number }

/** What a protocol needs of the Odoo behind it. `run` throws {@link OdooFault}. */
export type Behind = {
  access: Access
  knows: (model: string) => boolean
  run: (called: Called) => unknown
  /** Hears of a sign-in that was refused. */
  refused: () => void
}

const page = { status: 404, body: '<h1>Not Found</h1>' }

type Json2Body = { ids?: number[]; context?: Record<string, unknown> } & Record<string, unknown>

/**
 * External JSON-2 API of Odoo 19: bearer, database header, named arguments, an exception's name and message under a status of
 * its own (addons/rpc json2.py, Json2Dispatcher of odoo/http).
 */
export function answerJson2({ method, url, headers, body }: Asked, { access, knows, run }: Behind): Answer {
  if (url === '/web/version') {
    return { status: 200, body: { version_info: [19, 0, 0, 'final', 0, ''], version: '19.0' } }
  }
  const [, model, called] = /^\/json\/2\/([\w.]+)\/(\w+)$/.exec(url) ?? []
  // Without a database there is no such route, and a page says so.
  if (headers['x-odoo-database'] !== access.database || !model || !called || method !== 'POST') return page
  const fail = (name: string, message: string, status: number) => ({
    status,
    body: { name, message, arguments: [message, status], context: {}, debug: 'Traceback …' },
  })
  if (headers.authorization !== `bearer ${access.key}`) {
    return fail('werkzeug.exceptions.Unauthorized', 'Invalid apikey', 401)
  }
  if (!knows(model)) return fail('werkzeug.exceptions.NotFound', `the model '${model}' does not exist`, 404)
  const { ids = [], context = {}, ...args } = JSON.parse(body) as Json2Body
  if (called === 'create' && ids.length > 0) {
    return fail('werkzeug.exceptions.UnprocessableEntity', `cannot call ${model}.create with ids`, 422)
  }
  try {
    return { status: 200, body: run({ model, method: called, ids, args, context }) }
  } catch (error) {
    if (!(error instanceof OdooFault)) throw error
    const isMisfit = error.fault === 'builtins.TypeError'
    return fail(
      isMisfit ? 'werkzeug.exceptions.UnprocessableEntity' : error.fault,
      error.message,
      error.status,
    )
  }
}

type RpcBody = { id: number; params: { service: string; method: string; args: unknown[] } }
type Named = { context?: Record<string, unknown> } & Record<string, unknown>

/**
 * External RPC API of Odoo 17 over JSON-RPC: common.version, common.authenticate, object.execute_kw; the status is always
 * 200, an exception stands in error.data (odoo/service, JsonRPCDispatcher of odoo/http).
 */
export function answerJsonRpc({ url, body }: Asked, { access, knows, run, refused }: Behind): Answer {
  if (url !== '/jsonrpc') return page
  const { id, params } = JSON.parse(body) as RpcBody
  const done = (result: unknown) => ({ status: 200, body: { jsonrpc: '2.0', id, result } })
  const fail = (name: string, message: string) => {
    const data = { name, debug: 'Traceback …', message, arguments: [message], context: {} }
    const error = { code: 200, message: 'Odoo Server Error', data }
    return { status: 200, body: { jsonrpc: '2.0', id, error } }
  }
  if (params.service === 'common' && params.method === 'version') {
    return done({ server_version: '17.0', server_serie: '17.0' })
  }
  const [database, who, key, model, method, byPosition, named] = params.args
  if (database !== access.database) {
    return fail('psycopg2.OperationalError', `database "${String(database)}" does not exist`)
  }
  if (params.service === 'common') {
    const isKnown = who === access.username && key === access.key
    if (!isKnown) refused()
    return done(isKnown && access.uid)
  }
  if (who !== access.uid || key !== access.key) return fail('odoo.exceptions.AccessDenied', 'Access Denied')
  if (!knows(String(model))) return fail('odoo.exceptions.UserError', `Object ${String(model)} doesn't exist`)
  const { context = {}, ...args } = (named ?? {}) as Named
  try {
    const called = { model: String(model), method: String(method), args, context }
    return done(run(byPlace(called, byPosition as unknown[])))
  } catch (error) {
    if (error instanceof OdooFault) return fail(error.fault, error.message)
    throw error
  }
}

/** Records are the first argument by position, but for methods of the model; `create` looks at its first argument. */
function byPlace(called: Omit<Called, 'ids'>, byPosition: unknown[]): Called {
  const [first] = byPosition
  if (called.method !== 'create') return { ...called, ids: (first ?? []) as number[] }
  if (first === undefined) throw new OdooFault('builtins.IndexError', 'list index out of range', 500)
  return { ...called, ids: [], args: { ...called.args, vals_list: first } }
}
