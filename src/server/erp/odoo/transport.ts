import { ErpError } from '../connector.ts'
import { type OutboundAnswer, type OutboundRequest, outboundRequest } from '../outside.ts'

/** A public method of a model, with named arguments. */
export type OdooCall = {
  model: string
  method: string
  /** The records to call it on; none for a model method. */
  ids?: number[]
  args?: Record<string, unknown>
  context?: Record<string, unknown>
  signal: AbortSignal
  /** Whether it changes data. If so, a lost answer leaves the outcome unknown. */
  writes?: boolean
}

/** One of Odoo's two APIs, signed in with a key. Each call is its own transaction. Throws {@link ErpError}. */
export type OdooTransport = {
  call: (call: OdooCall) => Promise<unknown>
  /** For example 19.0. Sent without the key. */
  version: (signal: AbortSignal) => Promise<string>
}

export type OdooOptions = {
  /** Per call, in addition to the caller's signal. */
  callTimeoutMs: number
  /** After a refused sign-in. */
  signInRetryDelayMs: number
}

/** Sends an HTTP request. A failed read becomes `down`, because it changed nothing. */
export async function exchange(
  url: string,
  request: OutboundRequest,
  writes: boolean,
): Promise<OutboundAnswer> {
  if (request.signal.aborted) throw new ErpError('down', 'Stopped before anything was sent to Odoo')
  try {
    return await outboundRequest(url, request)
  } catch (error) {
    if (writes || !(error instanceof ErpError) || error.errorClass !== 'unknown') throw error
    throw new ErpError('down', error.message, error.raw)
  }
}
