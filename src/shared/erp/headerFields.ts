import { z } from 'zod'
import { orderPattern } from './fieldPattern.ts'

const technicalName = z
  .string()
  .trim()
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)

/** Additional order fields, filled by patterns. `own`: reserved for the connector, which finds orders by them. */
export const headerFields = (own: readonly string[]) =>
  z
    .array(
      z.object({
        name: technicalName.refine((name) => !own.includes(name), { params: { key: 'field.invalid' } }),
        value: orderPattern,
      }),
    )
    .max(50)
    .default([])
