import { z } from 'zod'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { faultError, faultIn, jsonOf, noJson, statusError } from './faults.ts'
import { exchange, type OdooTransport } from './transport.ts'

const agent = 'toptan'
const versionReply = z.object({ version: z.string() })

/**
 * Odoo's JSON-2 API, from 19 on: `POST /json/2/<model>/<method>`, the arguments by name, the key as a bearer; an exception
 * is a status of 4xx or 5xx with its name and message.
 */
export function openJson2({ url, database }: OdooSettings, key: string): OdooTransport {
  return {
    async call({ model, method, ids, args, context, signal, writes = false }) {
      const headers = {
        authorization: `bearer ${key}`,
        'content-type': 'application/json; charset=utf-8',
        'x-odoo-database': database,
        'user-agent': agent,
      }
      const body = JSON.stringify({ ...args, ...(ids ? { ids } : {}), ...(context ? { context } : {}) })
      const address = `${url}/json/2/${encodeURIComponent(model)}/${encodeURIComponent(method)}`
      const answer = await exchange(address, { method: 'POST', headers, body, signal }, writes)
      const said = jsonOf(answer.body)
      if (answer.status === 200) {
        if (!said) throw noJson(answer.body, writes)
        return said.value
      }
      const fault = faultIn(said?.value)
      if (fault && answer.status !== 503) throw faultError(fault, answer.body, writes)
      throw statusError(answer, writes, 'before 19 it has JSON-RPC instead')
    },
    async version(signal) {
      const headers = { 'user-agent': agent, 'x-odoo-database': database }
      const answer = await exchange(`${url}/web/version`, { method: 'GET', headers, signal }, false)
      const parsed = versionReply.safeParse(jsonOf(answer.body)?.value)
      return answer.status === 200 && parsed.success ? parsed.data.version : ''
    },
  }
}
