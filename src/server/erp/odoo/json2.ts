import { z } from 'zod'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { faultError, faultIn, notJsonError, parseJson, statusError } from './faults.ts'
import { exchange, type OdooTransport } from './transport.ts'

const userAgent = 'toptan'
const versionReply = z.object({ version: z.string() })

/**
 * Odoo's JSON-2 API (from 19): `POST /json/2/<model>/<method>`, named arguments, bearer key; exceptions as 4xx or
 * 5xx.
 */
export function openJson2({ url, database }: OdooSettings, key: string): OdooTransport {
  return {
    async call({ model, method, ids, args, context, signal, writes = false }) {
      const headers = {
        authorization: `bearer ${key}`,
        'content-type': 'application/json; charset=utf-8',
        'x-odoo-database': database,
        'user-agent': userAgent,
      }
      const body = JSON.stringify({ ...args, ...(ids ? { ids } : {}), ...(context ? { context } : {}) })
      const address = `${url}/json/2/${encodeURIComponent(model)}/${encodeURIComponent(method)}`
      const answer = await exchange(address, { method: 'POST', headers, body, signal }, writes)
      const reply = parseJson(answer.body)
      if (answer.status === 200) {
        if (!reply) throw notJsonError(answer.body, writes)
        return reply.value
      }
      const fault = faultIn(reply?.value)
      if (fault && answer.status !== 503) throw faultError(fault, answer.body, writes)
      throw statusError(answer, writes, 'before 19 it has JSON-RPC instead')
    },
    async version(signal) {
      const headers = { 'user-agent': userAgent, 'x-odoo-database': database }
      const answer = await exchange(`${url}/web/version`, { method: 'GET', headers, signal }, false)
      const parsed = versionReply.safeParse(parseJson(answer.body)?.value)
      return answer.status === 200 && parsed.success ? parsed.data.version : ''
    },
  }
}
