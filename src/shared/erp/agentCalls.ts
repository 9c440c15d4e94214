import { z } from 'zod'
import { answer, done, endpoint, id } from '../endpoint.ts'

const maxWaitSeconds = 25
/** Of JSON. The ERP pages its rows; the agent enforces this. */
const maxAnswerBytes = 8_000_000

/** The path is one of the HTTP interface, with query. */
const request = z.object({ id, method: z.enum(['GET', 'PUT']), path: z.string(), body: z.string() })

export const nextForErpAgent = endpoint({
  method: 'POST',
  path: '/api/ErpAgent/Next',
  summary:
    'For an agent beside the ERP, with its token as bearer: the next request that it is to make there, as soon as there is one. No `request` where there is none for so many seconds',
  access: 'open',
  transaction: 'own',
  input: z
    .object({ wait: z.number().min(0).max(maxWaitSeconds).default(maxWaitSeconds) })
    .default({ wait: maxWaitSeconds }),
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
    /** For a failure: the reason. */
    body: z.string(),
  }),
  reply: done,
  errors: ['erp.wrongToken', 'session.tooManyTries'],
  maxBytes: maxAnswerBytes,
  foreignText: true,
})
