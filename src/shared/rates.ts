import { z } from 'zod'
import { answer, currencyCode, done, endpoint, nothing } from './endpoint.ts'

/** Units of the tenant's currency per foreign unit; six decimals. */
const rate = z
  .number()
  .min(0.000001)
  .max(1_000_000)
  .refine((value) => Number(value.toFixed(6)) === value, { params: { key: 'field.invalid' } })

const enteredRate = z.object({
  currency: z.string(),
  rate: z.number(),
  enteredAt: z.string(),
  enteredBy: z.string(),
})
export type EnteredRate = z.infer<typeof enteredRate>

export const getRates = endpoint({
  method: 'GET',
  path: '/api/Shop/GetRates',
  summary: "Exchange rates to the tenant's currency, as entered by the office",
  access: { pages: ['dashboard'] },
  transaction: 'read',
  input: nothing,
  reply: answer(z.object({ currency: z.string(), rates: z.array(enteredRate) })),
  errors: [],
})

export const saveRates = endpoint({
  method: 'POST',
  path: '/api/Shop/SaveRates',
  summary: "Sets exchange rates to the tenant's currency; null removes a rate",
  access: { pages: ['settings'] },
  transaction: 'write',
  input: z.object({
    /** Refused if no longer the tenant's. */
    currency: currencyCode,
    rates: z
      .array(z.object({ currency: currencyCode, rate: rate.nullable() }))
      .min(1)
      .max(50),
  }),
  reply: done,
  errors: ['record.changed', 'request.invalid'],
})
