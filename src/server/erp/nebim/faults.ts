import { z } from 'zod'
import { ErpError } from '../connector.ts'

/** The Integrator's errors: in the body, under status 200 or 400; at sign-in as `Exception`. */
const fault = z.object({
  ExceptionMessage: z.string().nullish(),
  Exception: z.string().nullish(),
  StatusCode: z.coerce.number().nullish(),
  Status: z.string().nullish(),
})
export type Fault = { message: string; code: number }

export function faultIn(body: unknown): Fault | undefined {
  const parsed = fault.safeParse(body)
  if (!parsed.success) return undefined
  const { ExceptionMessage, Exception, StatusCode, Status } = parsed.data
  const errorText = ExceptionMessage || Exception || ''
  const code = StatusCode ?? 0
  if (errorText === '' && code < 400) return undefined
  return { message: errorText || Status || `StatusCode ${code}`, code }
}

export const isSignedOut = ({ message, code }: Fault) =>
  code === 401 ||
  /must be login|login to use service|session (?:has )?(?:expired|timed out)|oturum\w* (?:sona er|süresi)/i.test(
    message,
  )

/** Not certainly rolled back. */
const databaseFailure =
  /deadlock|time-?out|transport-level|zaman aşımı|kilitlenme|connection (?:was|is) (?:closed|broken)|server was not found|instance-specific/i
const notAllowed = /yetkiniz|yetkisi yok|not authori[sz]ed|permission was denied/i
const noLicence = /lisans|licen[cs]e/i

export function faultError({ message, code }: Fault, raw: string, writes: boolean): ErpError {
  if (notAllowed.test(message) || code === 403) {
    return new ErpError('auth', `Nebim does not allow this user to do it: ${message}`, raw)
  }
  // Nothing was done; a licence may be free later.
  if (noLicence.test(message)) return new ErpError('down', `Nebim has no free licence: ${message}`, raw)
  if (databaseFailure.test(message) || code >= 500) {
    return new ErpError(writes ? 'unknown' : 'down', `Nebim failed: ${message}`, raw)
  }
  if (writes) return new ErpError('rejected', message, raw)
  // A missing or different procedure is a setup problem.
  return new ErpError('auth', `Nebim does not support the request: ${message}`, raw)
}

export function signInError({ message, code }: Fault, raw: string): ErpError {
  const isTemporary = databaseFailure.test(message) || noLicence.test(message) || code >= 500
  return new ErpError(isTemporary ? 'down' : 'auth', `Nebim rejected our sign-in: ${message}`, raw)
}

/** For answers without a Nebim fault: IIS or a proxy. */
export function statusError(status: number, body: string, writes: boolean): ErpError {
  const reason = `status ${status}`
  if (status === 401 || status === 403) {
    return new ErpError('auth', `The Integrator rejected our sign-in (${reason})`, body)
  }
  if (status === 429 || status === 503)
    return new ErpError('down', `The Integrator is busy (${reason})`, body)
  if (status >= 300 && status < 500) {
    return new ErpError('down', `There is no Integrator at this address (${reason})`, body)
  }
  return writes
    ? new ErpError('unknown', `The Integrator failed (${reason}); it is not known whether it was done`, body)
    : new ErpError('down', `The Integrator failed (${reason})`, body)
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
