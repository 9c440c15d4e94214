import { ErpError } from '../connector.ts'
import { askOutside, type OutsideAnswer, type OutsideRequest } from '../outside.ts'

/** A public method of a model, with its arguments by name. */
export type OdooCall = {
  model: string
  method: string
  /** The records that it is called on; none for what concerns the model. */
  ids?: number[]
  args?: Record<string, unknown>
  context?: Record<string, unknown>
  signal: AbortSignal
  /** Whether it changes something: it may have done so though nobody heard the answer. */
  writes?: boolean
}

/** One of Odoo's two interfaces, with a key. Every call is a transaction of its own. Throws {@link ErpError}. */
export type OdooTransport = {
  call: (call: OdooCall) => Promise<unknown>
  /** Such as 19.0. Asks without the key. */
  version: (signal: AbortSignal) => Promise<string>
}

export type OdooOptions = {
  /** How long one call may take, whatever the caller's signal allows. */
  callMilliseconds: number
  /** How long nobody tries to sign in again after it was refused. */
  pauseMilliseconds: number
}

/** Asks over HTTP. Whatever was only asked for has changed nothing, though no answer came. */
export async function exchange(
  url: string,
  request: OutsideRequest,
  writes: boolean,
): Promise<OutsideAnswer> {
  if (request.signal.aborted) throw new ErpError('down', 'Stopped before anything was sent to Odoo')
  try {
    return await askOutside(url, request)
  } catch (error) {
    if (writes || !(error instanceof ErpError) || error.errorClass !== 'unknown') throw error
    throw new ErpError('down', error.message, error.raw)
  }
}
