import { z } from 'zod'
import { answer, done, endpoint, id } from '../endpoint.ts'

/** How long an agent may ask to be kept waiting, in seconds. */
const longestWait = 25
/** What an answer may have, in bytes of JSON: the ERP cuts what is fetched into pages. The agent keeps to it. */
const mostBytes = 8_000_000

/** A request to the ERP: its path is one of the HTTP interface's, with the query. */
const request = z.object({ id, method: z.enum(['GET', 'PUT']), path: z.string(), body: z.string() })

export const nextForErpAgent = endpoint({
  method: 'POST',
  path: '/api/ErpAgent/Next',
  summary:
    'For an agent beside the ERP, with its token as bearer: the next request that it is to make there, as soon as there is one. No `request` where there is none for so many seconds',
  access: 'open',
  transaction: 'own',
  input: z
    .object({ wait: z.number().min(0).max(longestWait).default(longestWait) })
    .default({ wait: longestWait }),
  reply: answer(z.object({ request: request.optional() })),
  errors: ['erp.wrongToken', 'session.tooManyTries'],
})

export const answerErpAgent = endpoint({
  method: 'POST',
  path: '/api/ErpAgent/Answer',
  summary:
    'For an agent, with its token as bearer: what the ERP answered; or `failure`, where nothing got there (`unreachable`), or no whole answer came (`lost`)',
  access: 'open',
  transaction: 'own',
  input: z.object({
    id,
    status: z.int().min(100).max(599).optional(),
    failure: z.enum(['unreachable', 'lost']).optional(),
    /** The answer's body; of a failure why. */
    body: z.string(),
  }),
  reply: done,
  errors: ['erp.wrongToken', 'session.tooManyTries'],
  maxBytes: mostBytes,
  foreignText: true,
})
