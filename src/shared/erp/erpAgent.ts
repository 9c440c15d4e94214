import { z } from 'zod'

/** None: only the agent knows where its ERP is. */
export const erpAgentSettings = z.object({})

/** Allowed in a header. */
export const minTokenLength = 32
export const erpAgentToken = /^[\w.~+/=-]{32,}$/
