import { z } from 'zod'
import type { OdooSettings } from '#shared/erp/odoo.ts'
import { ErpError } from '../connector.ts'
import { clearRefusals, recordRefusal, signInKey, throwIfRecentlyRefused } from '../signIns.ts'
import { faultError, faultIn, notJsonError, parseJson, statusError } from './faults.ts'
import { exchange, type OdooOptions, type OdooTransport } from './transport.ts'

const envelope = z.object({
  result: z.unknown().optional(),
  error: z
    .object({ message: z.string().default(''), data: z.unknown().optional() })
    .nullable()
    .optional(),
})
const versionReply = z.object({ server_version: z.string() })

/**
 * Odoo's JSON-RPC (17, 18): `POST /jsonrpc`, positional arguments; always status 200, exceptions in `error.data`. The
 * key replaces the password.
 */
export function openJsonRpc(
  { url, database, username }: OdooSettings,
  key: string,
  { signInRetryDelayMs }: Pick<OdooOptions, 'signInRetryDelayMs'>,
): OdooTransport {
  const signIn = signInKey('odoo', url, database, username, key)
  let userId: number | undefined

  async function ask(service: string, method: string, args: unknown[], signal: AbortSignal, writes: boolean) {
    const headers = { 'content-type': 'application/json', 'user-agent': 'toptan' }
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'call', id: 1, params: { service, method, args } })
    const answer = await exchange(`${url}/jsonrpc`, { method: 'POST', headers, body, signal }, writes)
    if (answer.status !== 200) throw statusError(answer, writes, 'from 20 on it may have JSON-2 alone')
    const parsed = envelope.safeParse(parseJson(answer.body)?.value)
    if (!parsed.success) throw notJsonError(answer.body, writes)
    const { error, result } = parsed.data
    if (!error) return result
    const fault = faultIn(error.data) ?? { name: '', message: error.message }
    throw faultError(fault, answer.body, writes)
  }

  async function signedInUserId(signal: AbortSignal): Promise<number> {
    if (userId !== undefined) return userId
    if (username === '') throw new ErpError('auth', 'JSON-RPC needs the username that the key belongs to')
    throwIfRecentlyRefused(signIn)
    try {
      const foundId = await ask('common', 'authenticate', [database, username, key, {}], signal, false)
      if (typeof foundId !== 'number')
        throw new ErpError('auth', 'Odoo does not know a user with this name and key')
      clearRefusals(signIn)
      userId = foundId
      return foundId
    } catch (error) {
      if (error instanceof ErpError && error.errorClass === 'auth') {
        recordRefusal(signIn, error, signInRetryDelayMs)
      }
      throw error
    }
  }

  return {
    async call({ model, method, ids, args = {}, context, signal, writes = false }) {
      const user = await signedInUserId(signal)
      const { byPosition, byName } = positions(method, ids, args)
      const keywordArguments = { ...byName, ...(context ? { context } : {}) }
      const params = [database, user, key, model, method, byPosition, keywordArguments]
      return await ask('object', 'execute_kw', params, signal, writes)
    },
    async version(signal) {
      const parsed = versionReply.safeParse(await ask('common', 'version', [], signal, false))
      return parsed.success ? parsed.data.server_version : ''
    },
  }
}

/** `create` takes its values by position, because Odoo inspects them first. */
function positions(method: string, ids: number[] | undefined, args: Record<string, unknown>) {
  if (method !== 'create') return { byPosition: ids ? [ids] : [], byName: args }
  const { vals_list: values, ...byName } = args
  return { byPosition: [values], byName }
}
