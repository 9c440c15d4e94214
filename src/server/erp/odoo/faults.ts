import { z } from 'zod'
import { ErpError } from '../connector.ts'
import type { OutsideAnswer } from '../outside.ts'

/** A Python exception as both interfaces write it: `error.data` of JSON-RPC, the body of JSON-2. */
const fault = z.object({ name: z.string(), message: z.string().default('') })
export type Fault = z.output<typeof fault>

/** Odoo's own exceptions by which it says that it does not want something: the transaction was rolled back. */
const refusals = ['UserError', 'ValidationError', 'RedirectWarning'].map((name) => `odoo.exceptions.${name}`)
/** Those by which it says that this user may not. */
const denials = [
  'odoo.exceptions.AccessDenied',
  'odoo.exceptions.AccessError',
  'odoo.http.SessionExpiredException',
  'werkzeug.exceptions.Unauthorized',
  'werkzeug.exceptions.Forbidden',
]
/** What is said of a model or method that there is not, or of arguments that it does not take: a module is missing. */
const misfits = [
  'werkzeug.exceptions.NotFound',
  'werkzeug.exceptions.UnprocessableEntity',
  'werkzeug.exceptions.BadRequest',
]

export function faultIn(body: unknown): Fault | undefined {
  const parsed = fault.safeParse(body)
  return parsed.success ? parsed.data : undefined
}

/** What an exception of Odoo means. Its own words are the message, for they tell the office what to do. */
export function faultError({ name, message }: Fault, raw: string, writes: boolean): ErpError {
  const said = message.trim() || name
  if (refusals.includes(name)) return new ErpError('rejected', said, raw)
  if (denials.includes(name))
    return new ErpError('auth', `Odoo does not allow this user to do it: ${said}`, raw)
  if (misfits.includes(name))
    return new ErpError('auth', `This Odoo does not support the request: ${said}`, raw)
  // A lock, a deadlock, a lost database, a fault in a module: what was under way is rolled back, or perhaps was not.
  return new ErpError(writes ? 'unknown' : 'down', `Odoo failed: ${said}`, raw)
}

/** What a status says where no exception of Odoo stands in the body: another program has answered, or nobody. */
export function statusError({ status, body }: OutsideAnswer, writes: boolean, whatElse = ''): ErpError {
  const said = `status ${status}`
  if (status === 401 || status === 403) {
    return new ErpError('auth', `Odoo rejected our sign-in (${said})`, body)
  }
  if (status === 429 || status === 503) return new ErpError('down', `Odoo is busy (${said})`, body)
  if (status >= 300 && status < 400) {
    return new ErpError(
      'down',
      `The address redirects elsewhere (${said}): it is not the address of Odoo itself`,
      body,
    )
  }
  if (status === 404) {
    const advice = whatElse === '' ? '' : `; ${whatElse}`
    return new ErpError('down', `Odoo has no such address or no such database (${said})${advice}`, body)
  }
  if (status >= 400 && status < 500) {
    return new ErpError('auth', `Odoo does not accept our request (${said})`, body)
  }
  return writes
    ? new ErpError('unknown', `Odoo failed (${said}); it is not known whether it was done`, body)
    : new ErpError('down', `Odoo failed (${said})`, body)
}

/** The JSON of an answer; undefined where it is none. */
export function jsonOf(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

export function noJson(body: string, writes: boolean): ErpError {
  return new ErpError(
    writes ? 'unknown' : 'down',
    'The server that answers is not Odoo: its answer is not JSON',
    body,
  )
}
