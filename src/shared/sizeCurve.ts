import { z } from 'zod'
import { answer, endpoint, optionalAccountCode } from './endpoint.ts'

export const getSizeCurve = endpoint({
  call: 'GET /api/Shop/GetSizeCurve',
  summary:
    "In which sizes an item is usually ordered: the account's last order of it, else a year of all orders",
  access: 'signedIn',
  input: z.object({ itemCode: z.string().min(1).max(30), currAccCode: optionalAccountCode }),
  reply: answer(
    z.object({
      /** Empty for an item that was never ordered. */
      sizes: z.array(z.object({ size: z.string(), pieces: z.int() })),
      isOwn: z.boolean(),
    }),
  ),
  errors: ['notFound'],
})
