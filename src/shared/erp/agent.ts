import { z } from 'zod'

/** None: only the agent knows where its ERP is. */
export const agentSettings = z.object({})

/** Allowed in a header. */
export const minTokenLength = 32
export const agentToken = /^[\w.~+/=-]{32,}$/
