import { z } from 'zod'
import { answer, currencyCode, endpoint } from '#shared/endpoint.ts'

/** Units of the tenant's currency per foreign unit; six decimals. */
const rate = z
  .number()
  .min(0.000001)
  .max(1_000_000)
  .refine((value) => Number(value.toFixed(6)) === value, { params: { key: 'field.sixDecimals' } })

const enteredRate = z.object({
  currency: z.string(),
  rate: z.number(),
  enteredAt: z.string(),
  enteredBy: z.string(),
})
export type EnteredRate = z.infer<typeof enteredRate>

export const getRates = endpoint({
  call: 'GET /api/Shop/GetRates',
  summary: "Exchange rates to the tenant's currency, as entered by the office",
  access: { pages: ['dashboard'] },
  reply: answer(z.object({ currency: z.string(), rates: z.array(enteredRate) })),
})

export const saveRates = endpoint({
  call: 'POST /api/Shop/SaveRates',
  summary: "Sets exchange rates to the tenant's currency; null removes a rate",
  access: { pages: ['settings'] },
  input: z.object({
    /** Refused if no longer the tenant's. */
    currency: currencyCode,
    rates: z
      .array(z.object({ currency: currencyCode, rate: rate.nullable() }))
      .min(1)
      .max(50),
  }),
  errors: ['record.changed', 'request.invalid'],
})
