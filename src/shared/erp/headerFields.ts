import { z } from 'zod'
import { orderPattern } from './fieldPattern.ts'

/** The name of a field in an ERP: letters of a program, not of a language. */
const technicalName = z
  .string()
  .trim()
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)

/**
 * Further fields of the order's head in the ERP, each filled by a pattern. `own` are those that the connector writes
 * itself: an order is found again by them.
 */
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
