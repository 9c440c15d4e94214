import { z } from 'zod'
import { syncKinds } from './erp.ts'
import type { ErpDescription } from './form.ts'

/** Has no settings: only the agent knows where its ERP is. It connects to us. */
export const erpAgent: ErpDescription = {
  settings: z.object({}),
  fetches: syncKinds,
  place: [],
  form: [{ name: 'connection', fields: [{ name: 'secret', input: 'agentToken' }] }],
}

/** Allowed in a header. */
export const minTokenLength = 32
export const erpAgentToken = /^[\w.~+/=-]{32,}$/
