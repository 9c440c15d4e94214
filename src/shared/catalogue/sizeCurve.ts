import { z } from 'zod'
import { answer, endpoint, optionalAccountCode } from '#shared/endpoint.ts'
import { curveSources } from './curve.ts'

export const getSizeCurve = endpoint({
  call: 'GET /api/Shop/GetSizeCurve',
  summary:
    "In which shares an item's sizes are usually ordered: as the account's last order of it and, roughly, a year of all orders say, the less the fewer pieces they had",
  access: 'signedIn',
  input: z.object({ itemCode: z.string().min(1).max(30), currAccCode: optionalAccountCode }),
  reply: answer(
    z.object({
      /** How many of about 1,000 pieces have each size, in the order of the sizes. */
      sizes: z.array(z.object({ size: z.string(), pieces: z.int() })),
      /** Whose orders count most. */
      source: z.enum(curveSources),
    }),
  ),
  errors: ['notFound'],
})
