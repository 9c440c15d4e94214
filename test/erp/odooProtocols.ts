import type { Called } from './odooModels.ts'
import { OdooFault } from './odooRecords.ts'

export type Asked = { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }
export type Answer = { status: number; body: unknown }

export type Access = { key: string; database: string; username: string; uid: number }

/** `run` throws {@link OdooFault}. */
export type Backend = {
  access: Access
  knows: (model: string) => boolean
  run: (called: Called) => unknown
  refused: () => void
}

const page = { status: 404, body: '<h1>Not Found</h1>' }

type Json2Body = { ids?: number[]; context?: Record<string, unknown> } & Record<string, unknown>

/** JSON-2 of Odoo 19 (addons/rpc json2.py, Json2Dispatcher of odoo/http). */
export function answerJson2({ method, url, headers, body }: Asked, { access, knows, run }: Backend): Answer {
  if (url === '/web/version') {
    return { status: 200, body: { version_info: [19, 0, 0, 'final', 0, ''], version: '19.0' } }
  }
  const [, model, called] = /^\/json\/2\/([\w.]+)\/(\w+)$/.exec(url) ?? []
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

/** JSON-RPC of Odoo 17, whose status is always 200 (odoo/service, JsonRPCDispatcher of odoo/http). */
export function answerJsonRpc({ url, body }: Asked, { access, knows, run, refused }: Backend): Answer {
  if (url !== '/jsonrpc') return page
  const { id, params } = JSON.parse(body) as RpcBody
  const succeed = (result: unknown) => ({ status: 200, body: { jsonrpc: '2.0', id, result } })
  const fail = (name: string, message: string) => {
    const data = { name, debug: 'Traceback …', message, arguments: [message], context: {} }
    const error = { code: 200, message: 'Odoo Server Error', data }
    return { status: 200, body: { jsonrpc: '2.0', id, error } }
  }
  if (params.service === 'common' && params.method === 'version') {
    return succeed({ server_version: '17.0', server_serie: '17.0' })
  }
  const [database, uid, key, model, method, byPosition, named] = params.args
  if (database !== access.database) {
    return fail('psycopg2.OperationalError', `database "${String(database)}" does not exist`)
  }
  if (params.service === 'common') {
    const isKnown = uid === access.username && key === access.key
    if (!isKnown) refused()
    return succeed(isKnown && access.uid)
  }
  if (uid !== access.uid || key !== access.key) return fail('odoo.exceptions.AccessDenied', 'Access Denied')
  if (!knows(String(model))) return fail('odoo.exceptions.UserError', `Object ${String(model)} doesn't exist`)
  const { context = {}, ...args } = (named ?? {}) as Named
  try {
    const called = { model: String(model), method: String(method), args, context }
    return succeed(run(byPlace(called, byPosition as unknown[])))
  } catch (error) {
    if (error instanceof OdooFault) return fail(error.fault, error.message)
    throw error
  }
}

/** The first argument is the ids, except for model methods. */
function byPlace(called: Omit<Called, 'ids'>, byPosition: unknown[]): Called {
  const [first] = byPosition
  if (called.method !== 'create') return { ...called, ids: (first ?? []) as number[] }
  if (first === undefined) throw new OdooFault('builtins.IndexError', 'list index out of range', 500)
  return { ...called, ids: [], args: { ...called.args, vals_list: first } }
}
