import { z } from 'zod'
import { ErpError } from '../connector.ts'

/**
 * How the Integrator says that something failed: in the body, with a StatusCode of its own, under a status of 200 or 400.
 * What signs in says it as `Exception`.
 */
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
  const said = ExceptionMessage || Exception || ''
  const code = StatusCode ?? 0
  if (said === '' && code < 400) return undefined
  return { message: said || Status || `StatusCode ${code}`, code }
}

/** The session is over, or was never one: nothing was done. */
export const isSignedOut = ({ message, code }: Fault) =>
  code === 401 ||
  /must be login|login to use service|session (?:has )?(?:expired|timed out)|oturum\w* (?:sona er|süresi)/i.test(
    message,
  )

/** The database gave up, or a line to it: what was under way was rolled back, or perhaps was not. */
const databaseGaveUp =
  /deadlock|time-?out|transport-level|zaman aşımı|kilitlenme|connection (?:was|is) (?:closed|broken)|server was not found|instance-specific/i
const notAllowed = /yetkiniz|yetkisi yok|not authori[sz]ed|permission was denied/i
const noLicence = /lisans|licen[cs]e/i

/** What a fault means of something that was sent (`writes`) or only asked for. */
export function faultError({ message, code }: Fault, raw: string, writes: boolean): ErpError {
  if (notAllowed.test(message) || code === 403) {
    return new ErpError('auth', `Nebim does not allow this user to do it: ${message}`, raw)
  }
  // Who gets no licence gets nothing done; another one is free later.
  if (noLicence.test(message)) return new ErpError('down', `Nebim has no free licence: ${message}`, raw)
  if (databaseGaveUp.test(message) || code >= 500) {
    return new ErpError(writes ? 'unknown' : 'down', `Nebim failed: ${message}`, raw)
  }
  if (writes) return new ErpError('rejected', message, raw)
  // A procedure that is not there, or takes other parameters, concerns no order but the setup.
  return new ErpError('auth', `Nebim does not support the request: ${message}`, raw)
}

/** Why signing in did not work. */
export function signInError({ message, code }: Fault, raw: string): ErpError {
  const isAway = databaseGaveUp.test(message) || noLicence.test(message) || code >= 500
  return new ErpError(isAway ? 'down' : 'auth', `Nebim rejected our sign-in: ${message}`, raw)
}

/** What a status says where no fault of Nebim's stands in the body: IIS has answered, or what stands before it. */
export function statusError(status: number, body: string, writes: boolean): ErpError {
  const said = `status ${status}`
  if (status === 401 || status === 403) {
    return new ErpError('auth', `The Integrator rejected our sign-in (${said})`, body)
  }
  if (status === 429 || status === 503) return new ErpError('down', `The Integrator is busy (${said})`, body)
  if (status >= 300 && status < 500) {
    return new ErpError('down', `There is no Integrator at this address (${said})`, body)
  }
  return writes
    ? new ErpError('unknown', `The Integrator failed (${said}); it is not known whether it was done`, body)
    : new ErpError('down', `The Integrator failed (${said})`, body)
}

/** The JSON of an answer; undefined where it is none. */
export function jsonOf(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
