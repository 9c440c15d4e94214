import type { z } from 'zod'
import { anySignal } from '#server/anySignal.ts'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError } from '../connector.ts'
import { redactSecret } from '../redactSecret.ts'
import { openJson2 } from './json2.ts'
import { openJsonRpc } from './jsonRpc.ts'
import type { OdooCall, OdooOptions, OdooTransport } from './transport.ts'

export type Odoo = {
  call: <Schema extends z.ZodType>(call: OdooCall, reply: Schema) => Promise<z.output<Schema>>
  version: OdooTransport['version']
}

export function openRpc(settings: OdooSettings, key: string, options: OdooOptions): Odoo {
  const transport = settings.api === 'json2' ? openJson2(settings, key) : openJsonRpc(settings, key, options)
  const withTimeout = (signal: AbortSignal) => anySignal(signal, AbortSignal.timeout(options.callTimeoutMs))
  return {
    async call(call, reply) {
      const { writes = false, signal } = call
      try {
        const result = await transport.call({ ...call, signal: withTimeout(signal) })
        return parseReply(reply, result, writes)
      } catch (error) {
        throw redactSecret(error, key)
      }
    },
    version: (signal) => transport.version(withTimeout(signal)),
  }
}

function parseReply<Schema extends z.ZodType>(
  schema: Schema,
  result: unknown,
  writes: boolean,
): z.output<Schema> {
  const parsed = schema.safeParse(result)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue ? `${issue.path.join('.')}: ${issue.message}` : ''
  throw new ErpError(
    writes ? 'unknown' : 'down',
    `Odoo gave an unexpected answer (${where})`,
    JSON.stringify(result) ?? '',
  )
}
