import { ErpError } from '../connector.ts'
import { type OutboundAnswer, type OutboundRequest, outboundRequest } from '../outbound.ts'

export type OdooCall = {
  model: string
  method: string
  /** Omitted for model methods. */
  ids?: number[]
  args?: Record<string, unknown>
  context?: Record<string, unknown>
  signal: AbortSignal
  /** If true, a lost answer leaves the outcome unknown. */
  writes?: boolean
}

/** Each call is its own transaction. Throws {@link ErpError}. */
export type OdooTransport = {
  call: (call: OdooCall) => Promise<unknown>
  /** For example 19.0. Needs no key. */
  version: (signal: AbortSignal) => Promise<string>
}

export type OdooOptions = {
  callTimeoutMs: number
  /** After a refused sign-in. */
  signInRetryDelayMs: number
}

/** A failed read becomes `down`: it changed nothing. */
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
