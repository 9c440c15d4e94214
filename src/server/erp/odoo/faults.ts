import { z } from 'zod'
import { ErpError } from '../connector.ts'
import type { OutboundAnswer } from '../outbound.ts'

/** A Python exception: `error.data` in JSON-RPC, the body in JSON-2. */
const fault = z.object({ name: z.string(), message: z.string().default('') })
export type Fault = z.output<typeof fault>

const rejections = ['UserError', 'ValidationError', 'RedirectWarning'].map(
  (name) => `odoo.exceptions.${name}`,
)
const denials = [
  'odoo.exceptions.AccessDenied',
  'odoo.exceptions.AccessError',
  'odoo.http.SessionExpiredException',
  'werkzeug.exceptions.Unauthorized',
  'werkzeug.exceptions.Forbidden',
]
/** A module is missing. */
const unknownCalls = [
  'werkzeug.exceptions.NotFound',
  'werkzeug.exceptions.UnprocessableEntity',
  'werkzeug.exceptions.BadRequest',
]

export function faultIn(body: unknown): Fault | undefined {
  const parsed = fault.safeParse(body)
  return parsed.success ? parsed.data : undefined
}

/** Keeps Odoo's message, which tells the office what to do. */
export function faultError({ name, message }: Fault, raw: string, writes: boolean): ErpError {
  const errorText = message.trim() || name
  if (rejections.includes(name)) return new ErpError('rejected', errorText, raw)
  if (denials.includes(name))
    return new ErpError('auth', `Odoo does not allow this user to do it: ${errorText}`, raw)
  if (unknownCalls.includes(name))
    return new ErpError('auth', `This Odoo does not support the request: ${errorText}`, raw)
  // Lock, deadlock, lost database or module bug: not certainly rolled back.
  return new ErpError(writes ? 'unknown' : 'down', `Odoo failed: ${errorText}`, raw)
}

/** For answers without an Odoo exception: a proxy, or another program. */
export function statusError({ status, body }: OutboundAnswer, writes: boolean, hint = ''): ErpError {
  const reason = `status ${status}`
  if (status === 401 || status === 403) {
    return new ErpError('auth', `Odoo rejected our sign-in (${reason})`, body)
  }
  if (status === 429 || status === 503) return new ErpError('down', `Odoo is busy (${reason})`, body)
  if (status >= 300 && status < 400) {
    return new ErpError(
      'down',
      `The address redirects elsewhere (${reason}): it is not the address of Odoo itself`,
      body,
    )
  }
  if (status === 404) {
    const advice = hint === '' ? '' : `; ${hint}`
    return new ErpError('down', `Odoo has no such address or no such database (${reason})${advice}`, body)
  }
  if (status >= 400 && status < 500) {
    return new ErpError('auth', `Odoo does not accept our request (${reason})`, body)
  }
  return writes
    ? new ErpError('unknown', `Odoo failed (${reason}); it is not known whether it was done`, body)
    : new ErpError('down', `Odoo failed (${reason})`, body)
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

export function notJsonError(body: string, writes: boolean): ErpError {
  return new ErpError(
    writes ? 'unknown' : 'down',
    'The server that answers is not Odoo: its answer is not JSON',
    body,
  )
}
