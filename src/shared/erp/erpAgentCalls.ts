import { z } from 'zod'
import { answer, endpoint, id } from '../endpoint.ts'

const maxWaitSeconds = 25
/** Largest JSON body. The ERP pages its rows; the agent enforces this limit. */
const maxAnswerBytes = 8_000_000

/** The path is one of the HTTP interface, with query. */
const request = z.object({ id, method: z.enum(['GET', 'PUT']), path: z.string(), body: z.string() })

export const nextForErpAgent = endpoint({
  call: 'POST /api/ErpAgent/Next',
  summary:
    'For an ERP agent, with its token as bearer: waits for the next request to make. No `request` if none comes within that many seconds',
  access: 'open',
  transaction: 'own',
  input: z
    .object({ wait: z.number().min(0).max(maxWaitSeconds).default(maxWaitSeconds) })
    .default({ wait: maxWaitSeconds }),
  reply: answer(z.object({ request: request.optional() })),
  errors: ['erp.wrongToken', 'session.tooManyTries'],
})

export const answerErpAgent = endpoint({
  call: 'POST /api/ErpAgent/Answer',
  summary:
    'For an ERP agent, with its token as bearer: the ERP’s answer, or a `failure`: nothing arrived there (`unreachable`), or no complete answer came (`lost`)',
  access: 'open',
  transaction: 'own',
  input: z.object({
    id,
    status: z.int().min(100).max(599).optional(),
    failure: z.enum(['unreachable', 'lost']).optional(),
    /** For a failure: the reason. */
    body: z.string(),
  }),
  errors: ['erp.wrongToken', 'session.tooManyTries'],
  maxBytes: maxAnswerBytes,
  foreignText: true,
})
