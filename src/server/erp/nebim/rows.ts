import { z } from 'zod'

/** SQL Server values as the Integrator writes them. */
export const text = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === null || value === undefined ? '' : String(value).trim()))
export const number = z.union([z.number(), z.string().transform(Number).pipe(z.number())])
export const bit = z
  .union([z.boolean(), z.number(), z.string(), z.null()])
  .optional()
  .transform(
    (value) => value === true || value === 1 || value === '1' || value === 'true' || value === 'True',
  )

/** To cents; rounds half away from zero. */
export function minorOf(amount: number): number {
  const cents = Math.round(Number((Math.abs(amount) * 100).toFixed(4)))
  return amount < 0 && cents > 0 ? -cents : cents
}
