import { z } from 'zod'

/** A link to an agent inside the customer's network has no settings of its own: where the ERP is, only the agent knows. */
export const agentSettings = z.object({})

/** An agent's token has as many characters at least, and only such as may stand in a header. */
export const shortestToken = 32
export const agentToken = /^[\w.~+/=-]{32,}$/
